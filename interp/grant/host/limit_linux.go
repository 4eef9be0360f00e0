package host

import "syscall"

// limit is grant.Process.Limit.
func limit(resource int) (soft, hard int64, err error) {
	var r syscall.Rlimit
	if err := syscall.Getrlimit(resource, &r); err != nil {
		return 0, 0, err
	}
	return int64(r.Cur), int64(r.Max), nil
}

// names is grant.Process.Names.
func names() (list [5]string, err error) {
	var u syscall.Utsname
	if err := syscall.Uname(&u); err != nil {
		return list, err
	}
	return [5]string{cText(u.Sysname), cText(u.Nodename), cText(u.Release), cText(u.Version), cText(u.Machine)}, nil
}

// cText is text that ends in a zero; characters have a sign on some ports.
func cText[C int8 | uint8](field [65]C) string {
	var b []byte
	for _, c := range field {
		if c == 0 {
			break
		}
		b = append(b, byte(c))
	}
	return string(b)
}
