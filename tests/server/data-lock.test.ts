import { spawnSync } from 'node:child_process'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, stat, utimes, writeFile } from 'node:fs/promises'
import { hostname } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { DataDirectoryBusy, lockDataDirectory } from '../../server/db/data-lock.ts'
import { temporaryDirectory } from './child-server.ts'
import { mountDisk, unmountDisk } from './small-disk.ts'

let directory: Awaited<ReturnType<typeof temporaryDirectory>>
let path: string
beforeEach(async () => {
  directory = await temporaryDirectory()
  path = join(directory.path, 'server.lock')
})
afterEach(() => directory.remove())

const take = () => lockDataDirectory(directory.path)

/** The pid of a process that has ended. */
const deadPid = () => spawnSync(process.execPath, ['--version']).pid

test('a directory is locked once, and again after its release', () => {
  const lock = take()
  expect(take).toThrow(DataDirectoryBusy)
  lock.release()
  expect(existsSync(path)).toBe(false)
  take().release()
})

test('a missing directory is created', () => {
  const inner = join(directory.path, 'a', 'b')
  lockDataDirectory(inner).release()
  expect(existsSync(inner)).toBe(true)
})

test('the lock of a dead process is taken over', async () => {
  await writeFile(path, `${deadPid()} 1 ${hostname()}`)
  const lock = take()
  expect(await readFile(path, 'utf8')).toMatch(new RegExp(`^${process.pid} `))
  lock.release()
})

test('the lock of a dead process is taken over, also when the clock was set back since', async () => {
  await writeFile(path, `${deadPid()} 1 ${hostname()}`)
  const ahead = new Date(Date.now() + 3_600_000)
  await utimes(path, ahead, ahead)
  take().release()
  expect(existsSync(path)).toBe(false)
})

test('a lock that another process took over stays when this one ends', async () => {
  const lock = take()
  await writeFile(path, '1 1 another-container')
  lock.release()
  expect(await readFile(path, 'utf8')).toContain('another-container')
})

test('the lock of a living process is respected, unless its pid was reused', async () => {
  await writeFile(path, `${process.ppid}  ${hostname()}`)
  expect(take).toThrow(`in use by process ${process.ppid}`)
  if (process.platform !== 'linux') return
  await writeFile(path, `${process.ppid} 1 ${hostname()}`)
  take().release()
})

test('the lock of a process in another container is respected while that process renews it', async () => {
  await writeFile(path, `${deadPid()} 1 another-container`)
  expect(take).toThrow('of another-container')
  const longAgo = new Date(Date.now() - 120_000)
  await utimes(path, longAgo, longAgo)

  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const lock = take()
  await utimes(path, longAgo, longAgo)
  vi.advanceTimersByTime(30_000)
  await expect.poll(async () => Date.now() - (await stat(path)).mtimeMs).toBeLessThan(30_000)
  lock.release()
  vi.advanceTimersByTime(30_000)
  vi.useRealTimers()
  expect(existsSync(path)).toBe(false)
})

test('a lock that is just being written is respected, but not forever', async () => {
  await writeFile(path, '')
  expect(take).toThrow(DataDirectoryBusy)
  const longAgo = new Date(Date.now() - 60_000)
  await utimes(path, longAgo, longAgo)
  take().release()
})

test('of two that see a dead holder, the one with the guard takes over', async () => {
  await writeFile(path, `${deadPid()} 1 ${hostname()}`)
  await writeFile(`${path}.takeover`, '')
  expect(take).toThrow(DataDirectoryBusy)
  const longAgo = new Date(Date.now() - 60_000)
  await utimes(`${path}.takeover`, longAgo, longAgo)
  take().release()
  expect(existsSync(`${path}.takeover`)).toBe(false)
})

test('a full disk leaves no empty lock, which would seem to be held', async context => {
  const disk = join(directory.path, 'disk')
  await mkdir(disk)
  if (!mountDisk(disk, '64k')) return context.skip()
  try {
    const fill = () => writeFile(join(disk, 'fill'), Buffer.alloc(128 * 1024))
    await expect(fill()).rejects.toThrow('ENOSPC')
    expect(() => lockDataDirectory(disk)).toThrow('ENOSPC')
    expect(await readdir(disk)).toEqual(['fill'])
  } finally {
    unmountDisk(disk)
  }
})
