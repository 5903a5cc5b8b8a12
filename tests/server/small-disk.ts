import { execFileSync } from 'node:child_process'

/** Mounts a small disk in memory on a directory. Returns false where this user may not. */
export const mountDisk = (path: string, size: string): boolean => {
  try {
    execFileSync('mount', ['-t', 'tmpfs', '-o', `size=${size}`, 'tmpfs', path], { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Unmounts it. */
export const unmountDisk = (path: string): void => {
  execFileSync('umount', [path])
}
