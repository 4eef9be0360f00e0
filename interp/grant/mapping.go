package grant

// Mapper is a File whose content can be mapped into memory (mmap(2)).
type Mapper interface {
	// Map maps length bytes, more than none, from an offset, which is a multiple of the page size. protection and flags are
	// those of mmap(2). The file may be closed meanwhile.
	Map(offset int64, length, protection, flags int) (Mapping, error)
}

// Mapping is memory that shows a file. All that Bytes has ever returned can be read until Free: behind Unmap, and of what
// Resize has replaced, it is zeros.
type Mapping interface {
	// Bytes is the memory. It may be written to only where the protection says so. Behind Resize it is other memory.
	Bytes() []byte
	// Flush writes a part to the file (msync(2)).
	Flush(offset, length int) error
	// Resize gives the file the length that the memory has then behind the offset of Map.
	Resize(length int) error
	// Stat is of the file.
	Stat() (Status, error)
	// Unmap lets go of the file.
	Unmap() error
	// Free is Unmap, and gives the addresses back. Nothing knows the memory any more.
	Free()
}
