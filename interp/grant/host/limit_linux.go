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

// usage is grant.Process.Usage.
func usage(who int) (list [16]int64, err error) {
	var u syscall.Rusage
	if err := syscall.Getrusage(who, &u); err != nil {
		return list, err
	}
	return [16]int64{
		u.Utime.Nano(), u.Stime.Nano(), int64(u.Maxrss), int64(u.Ixrss), int64(u.Idrss), int64(u.Isrss), int64(u.Minflt), int64(u.Majflt), int64(u.Nswap), int64(u.Inblock),
		int64(u.Oublock), int64(u.Msgsnd), int64(u.Msgrcv), int64(u.Nsignals), int64(u.Nvcsw), int64(u.Nivcsw),
	}, nil
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
