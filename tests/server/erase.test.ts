import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { tusHeaders, tusVersion, writeMetadata } from '../../replication/wire/uploads.ts'
import type { Db } from '../../server/db/db.ts'
import { sha256Of } from '../../server/files/blobs.ts'
import { adminOf } from './admin-line.ts'
import { temporaryDirectory } from './child-server.ts'
import { describeServer } from './engines.ts'
import { newSubmission, pngBytes, rowOf, signIn, uploadForm, type Answered } from './surveyor.ts'

const aPhoto = { field_id: 'photo', field_type: 'IMAGE', occurrence: '0', sha256: '' }

const pause = (ms: number) => new Promise(resolve => setTimeout(resolve, ms))

describeServer('a surveyor who is erased', server => {
  /** A database in which `meanwhile` begins after the first read of an erasure, and gets some time. */
  const disturbed = (meanwhile: () => void): Db => {
    const { db } = server()
    let isOver = false
    return {
      ...db,
      tx: (work, options) =>
        db.tx(
          query =>
            work(async (text, params) => {
              const rows = await query(text, params)
              if (!isOver && text.includes('select sha256 from submission_files')) {
                isOver = true
                meanwhile()
                await pause(500)
              }
              return rows as never
            }),
          options,
        ),
    }
  }

  test('leaves no row and no bytes, whatever is stored meanwhile', async () => {
    const ask = await signIn(server())
    const { id } = rowOf(await ask('submissionCreate', { body: newSubmission() }))
    let sending: Promise<readonly Answered[]> = Promise.resolve([])
    const db = disturbed(() => {
      const form = uploadForm('photo', [new File([pngBytes(1)], 'a.png')])
      const upload = {
        [tusHeaders.version]: tusVersion,
        [tusHeaders.length]: '5',
        [tusHeaders.metadata]: writeMetadata({ ...aPhoto, filename: 'b.png' }),
      }
      sending = Promise.all([
        ask('filesUpload', { id, form }),
        ask('submissionCreate', { body: newSubmission() }),
        ask('uploadCreate', { id, headers: upload }),
      ])
    })
    const lines = await adminOf(server, { db })('user', 'erase', 'asha@transect.example', '--yes')
    expect(lines.join()).toContain('is erased')
    const statuses = (await sending).map(({ status }) => status)
    expect(statuses.filter(status => status !== 401 && status !== 404)).toEqual([])
    const { query } = server().db
    expect(await query('select 1 from submissions')).toEqual([])
    const freed = await query<{ sha256: string }>('select sha256 from freed_blobs')
    const photo = sha256Of(pngBytes(1))
    expect(freed.some(({ sha256 }) => sha256 === photo) || !(await server().blobs.has(photo))).toBe(
      true,
    )
  })

  test('frees the bytes of all files, of each submission', async () => {
    const ask = await signIn(server())
    const marks = [1, 2, 3, 4]
    for (const pair of [marks.slice(0, 2), marks.slice(2)]) {
      const { id } = rowOf(await ask('submissionCreate', { body: newSubmission() }))
      const files = pair.map(mark => new File([pngBytes(mark)], `${mark}.png`))
      await ask('filesUpload', { id, form: uploadForm('photo', files) })
    }
    await adminOf(server)('user', 'erase', 'asha@transect.example', '--yes')
    const freed = await server().db.query<{ sha256: string }>('select sha256 from freed_blobs')
    const hashes = freed.map(({ sha256 }) => sha256)
    expect(hashes).toEqual(expect.arrayContaining(marks.map(mark => sha256Of(pngBytes(mark)))))
  })

  test('ends the exports of only what is new, because earlier ones have the submissions', async () => {
    const directory = await temporaryDirectory()
    const since = join(directory.path, 'since')
    const out = join(directory.path, 'new.csv')
    const line = ['submissions', 'export', 'household-profile', '--since', since, '--out', out]
    const exported = () => adminOf(server)(...line)
    await exported()
    await exported()
    await adminOf(server)('user', 'erase', 'asha@transect.example', '--yes')
    await expect(exported()).rejects.toThrow('1 surveyor was erased')
    await rm(since)
    await exported()
    await exported()
    await directory.remove()
  })
})
