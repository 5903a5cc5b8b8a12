import { expect, test, vi } from 'vitest'
import type { SubmissionUpdateRequest } from '../../replication/wire/requests.ts'
import { sha256Of } from '../../server/files/blobs.ts'
import { sweepFreed } from '../../server/files/sweep.ts'
import { freeBlobs } from '../../server/store/freed-blobs.ts'
import { adminOf } from './admin-line.ts'
import { describeServer } from './engines.ts'
import {
  linksOf,
  newSubmission,
  pngBytes,
  rowOf,
  signIn,
  uploadForm,
  type Ask,
  type Row,
} from './surveyor.ts'

/** Uploaded files that an edit removes. */

const field = 'household-profile.condition_photos'
const edit = (over: Partial<SubmissionUpdateRequest> = {}): SubmissionUpdateRequest => ({
  ...newSubmission(),
  updated_at: '2026-11-20T10:00:00.000Z',
  merge: true,
  answers: [],
  ...over,
})

const withPhotos = async (ask: Ask, ...marks: readonly number[]): Promise<Row> => {
  const { id } = rowOf(await ask('submissionCreate', { body: newSubmission() }))
  const files = marks.map(mark => new File([pngBytes(mark)], `${mark}.png`))
  return rowOf(await ask('filesUpload', { id, form: uploadForm(field, files) }))
}

describeServer('files that an edit removes', server => {
  const settled = async () => {
    await server().app.settled()
    server().clock.advance(2 * 3_600_000)
    await sweepFreed(server())
  }
  const hasBlob = (mark: number) => server().blobs.has(sha256Of(pngBytes(mark)))
  const haveBlobs = (...marks: readonly number[]) => Promise.all(marks.map(hasBlob))
  const areServed = async (row: Row) => {
    const served = await Promise.all(linksOf(row, field).map(link => server().fetch(link)))
    return served.map(({ status }) => status)
  }

  test('are announced, and are deleted with their bytes while the others stay', async () => {
    const ask = await signIn(server())
    const row = await withPhotos(ask, 1, 2)
    const [first = '', second = ''] = linksOf(row, field)
    const edited = await ask('submissionUpdate', {
      id: row.id,
      body: edit({ removed_files: [first] }),
    })
    expect(edited.headers.get('Transect-Extensions')).toContain('remove-files')
    expect(edited.status).toBe(200)
    expect(linksOf(rowOf(edited), field)).toEqual([second])
    expect(parseInt(rowOf(edited).rev)).toBeGreaterThan(parseInt(row.rev))
    await settled()
    expect((await server().fetch(first)).status).toBe(404)
    expect((await server().fetch(second)).status).toBe(200)
    expect([await hasBlob(1), await hasBlob(2)]).toEqual([false, true])
    // Independent of the link's signature, and although the answer may have been lost.
    const again = await ask('submissionUpdate', {
      id: row.id,
      body: edit({ removed_files: [first.replace(/\?.*/, '')] }),
    })
    expect(again.data).toEqual(edited.data)
  })

  test('disappear from other devices too', async () => {
    const ask = await signIn(server())
    const row = await withPhotos(ask, 1)
    const since = async (cursor: string) =>
      (await ask('submissions', { query: `?since=${encodeURIComponent(cursor)}&limit=1000` })).body
    const { next } = (await since(''))['meta'] as { readonly next: string }
    await ask('submissionUpdate', {
      id: row.id,
      body: edit({ removed_files: [...linksOf(row, field)] }),
    })
    const changed = (await since(next))['data'] as readonly Row[]
    expect(changed.map(one => [one.id, linksOf(one, field)])).toEqual([[row.id, []]])
  })

  test('keep their bytes while other rows have the same, each of them', async () => {
    const ask = await signIn(server())
    const other = await signIn(server(), 'first@transect.example')
    const row = await withPhotos(ask, 3, 20, 21, 22, 23)
    const twins = [await withPhotos(other, 3, 22), await withPhotos(ask, 21, 3)]
    await ask('submissionUpdate', {
      id: row.id,
      body: edit({ removed_files: [...linksOf(row, field)] }),
    })
    await settled()
    expect(await haveBlobs(3, 20, 21, 22, 23)).toEqual([true, false, true, true, false])
    for (const twin of twins) expect(await areServed(twin)).toEqual([200, 200])
  })

  test('keep their bytes for an hour, so that no upload in progress loses what it has written', async () => {
    const ask = await signIn(server())
    const row = await withPhotos(ask, 9)
    await ask('submissionDelete', { id: row.id })
    await server().app.settled()
    await sweepFreed(server())
    expect(await hasBlob(9)).toBe(true)
    await settled()
    expect(await hasBlob(9)).toBe(false)
  })

  test('are deleted with a submission and with a replaced picture', async () => {
    const ask = await signIn(server())
    const row = await withPhotos(ask, 10, 11)
    await withPhotos(ask, 11)
    await ask('submissionDelete', { id: row.id })
    await settled()
    expect([await hasBlob(10), await hasBlob(11)]).toEqual([false, true])

    const picture = async (mark: number) => {
      const form = new FormData()
      for (const name of ['first_name', 'last_name']) form.set(name, 'A')
      form.set('profile_image', new File([pngBytes(mark)], 'me.png'))
      expect((await ask('accountUpdate', { form })).status).toBe(200)
    }
    await picture(12)
    await picture(13)
    await picture(13)
    await settled()
    expect([await hasBlob(12), await hasBlob(13)]).toEqual([false, true])
  })

  test('are claimed by an upload of the same bytes, each of them, so that a sweep before its rows leaves them', async () => {
    const ask = await signIn(server())
    const row = await withPhotos(ask, 14, 30, 31, 32)
    await ask('submissionDelete', { id: row.id })
    await server().app.settled()
    server().clock.advance(2 * 3_600_000)
    const { has } = server().blobs
    let looked = 0
    const looking = vi.spyOn(server().blobs, 'has').mockImplementation(async sha256 => {
      const isThere = await has(sha256)
      looked += 1
      if (looked === 3) await sweepFreed(server())
      return isThere
    })
    const again = await withPhotos(ask, 31, 14, 32)
    looking.mockRestore()
    await settled()
    expect(await haveBlobs(14, 30, 31, 32)).toEqual([true, false, true, true])
    expect(await areServed(again)).toEqual([200, 200, 200])
  })

  test('that are sent again while a sweep deletes them are there afterwards', async () => {
    const ask = await signIn(server())
    const row = await withPhotos(ask, 40, 41, 42, 43)
    await ask('submissionDelete', { id: row.id })
    await server().app.settled()
    server().clock.advance(2 * 3_600_000)
    const { remove } = server().blobs
    const sent: Promise<Row>[] = []
    const removing = vi.spyOn(server().blobs, 'remove').mockImplementation(async sha256 => {
      if (sent.length === 0) sent.push(withPhotos(ask, 43, 40), withPhotos(ask, 42))
      await remove(sha256)
    })
    await sweepFreed(server())
    const rows = await Promise.all(sent)
    removing.mockRestore()
    await settled()
    expect(await haveBlobs(40, 41, 42, 43)).toEqual([true, false, true, true])
    expect(await Promise.all(rows.map(areServed))).toEqual([[200, 200], [200]])
  })

  test('stay when a sweep finds them named by rows of other kinds, each of them', async () => {
    const marks = [50, 51, 52, 53, 54]
    const ask = await signIn(server())
    for (const mark of marks) await server().blobs.put(pngBytes(mark))
    await withPhotos(ask, 50, 53)
    const name = (table: string, column: string, mark: number) =>
      server().db.query(`update ${table} set ${column} = $1`, [sha256Of(pngBytes(mark))])
    await name('users', 'image_sha256', 51)
    await name('organizations', 'logo_sha256', 54)
    await freeBlobs(
      server().db.query,
      marks.map(mark => sha256Of(pngBytes(mark))),
      new Date(server().clock()),
    )
    await settled()
    expect(await haveBlobs(...marks)).toEqual([true, true, false, true, true])
  })

  test('are deleted, each of them, when their submission is deleted during their upload', async () => {
    const ask = await signIn(server())
    const { id } = rowOf(await ask('submissionCreate', { body: newSubmission() }))
    const { has } = server().blobs
    const looking = vi.spyOn(server().blobs, 'has').mockImplementationOnce(async sha256 => {
      await ask('submissionDelete', { id })
      return has(sha256)
    })
    const files = [60, 61, 62].map(mark => new File([pngBytes(mark)], `${mark}.png`))
    expect((await ask('filesUpload', { id, form: uploadForm(field, files) })).status).toBe(404)
    looking.mockRestore()
    await settled()
    expect(await haveBlobs(60, 61, 62)).toEqual([false, false, false])
  })

  test('stay when `files sweep` finds them between the claim of an upload and its rows', async () => {
    const ask = await signIn(server())
    for (const mark of [15, 33, 34]) await server().blobs.put(pngBytes(mark))
    const has = vi.spyOn(server().blobs, 'has').mockImplementationOnce(async () => {
      await adminOf(server)('files', 'sweep')
      return true
    })
    const row = await withPhotos(ask, 15, 33, 34)
    has.mockRestore()
    await settled()
    expect(await areServed(row)).toEqual([200, 200, 200])
  })

  test('are deleted although fifty older ones cannot be', async () => {
    const stuck = Array.from({ length: 50 }, (_, index) => sha256Of(pngBytes(100 + index)))
    const freedAt = server().clock()
    await freeBlobs(server().db.query, stuck, new Date(freedAt))
    await server().blobs.put(pngBytes(16))
    await freeBlobs(server().db.query, [sha256Of(pngBytes(16))], new Date(freedAt + 1000))
    server().clock.advance(2 * 3_600_000)
    const { remove } = server().blobs
    const removing = vi.spyOn(server().blobs, 'remove').mockImplementation(async sha256 => {
      if (stuck.includes(sha256)) throw new Error('not permitted')
      await remove(sha256)
    })
    await server().blobs.put(pngBytes(17))
    await expect(adminOf(server)('files', 'sweep')).rejects.toThrow('not permitted')
    await sweepFreed(server())
    expect(await hasBlob(16)).toBe(false)
    removing.mockRestore()
    const left = () => server().db.query('select sha256 from freed_blobs')
    expect(await left()).toContainEqual({ sha256: sha256Of(pngBytes(17)) })
    await settled()
    expect(await left()).toEqual([])
  })

  test('can be sent again, each of them', async () => {
    const ask = await signIn(server())
    const row = await withPhotos(ask, 4, 35, 36)
    await ask('submissionUpdate', {
      id: row.id,
      body: edit({ removed_files: [...linksOf(row, field)] }),
    })
    const files = [36, 4].map(mark => new File([pngBytes(mark)], `${mark}.png`))
    const form = uploadForm(field, files)
    const back = rowOf(await ask('filesUpload', { id: row.id, form }))
    await settled()
    expect(await areServed(back)).toEqual([200, 200])
    expect(await haveBlobs(4, 35, 36)).toEqual([true, false, true])
  })

  test('stay when they belong to another surveyor or another submission', async () => {
    const ask = await signIn(server())
    const other = await signIn(server(), 'first@transect.example')
    const row = await withPhotos(ask, 5)
    const mine = await withPhotos(ask, 6)
    const theirs = await withPhotos(other, 7)
    const [link = ''] = linksOf(row, field)
    const refused = await other('submissionUpdate', {
      id: row.id,
      body: edit({ removed_files: [link] }),
    })
    expect(refused.status).toBe(404)
    for (const [who, id] of [
      [ask, mine.id],
      [other, theirs.id],
    ] as const) {
      const passed = await who('submissionUpdate', { id, body: edit({ removed_files: [link] }) })
      expect(linksOf(rowOf(passed), field)).toHaveLength(1)
    }
    const odd = ['', 'x', '/api/surveyor/files/../x', 'https://x.example/a', link.slice(0, -1)]
    await ask('submissionUpdate', { id: mine.id, body: edit({ removed_files: odd }) })
    expect(linksOf(rowOf(await ask('submission', { id: mine.id })), field)).toHaveLength(1)
    await settled()
    expect((await server().fetch(link)).status).toBe(200)
  })

  test('stay when the row has changed since', async () => {
    const ask = await signIn(server())
    const row = await withPhotos(ask, 8)
    const stale = await ask('submissionUpdate', {
      id: row.id,
      body: edit({ removed_files: [...linksOf(row, field)] }),
      headers: { 'If-Match': '"1"' },
    })
    expect(stale.status).toBe(412)
    expect(linksOf(rowOf(await ask('submission', { id: row.id })), field)).toHaveLength(1)
  })
})
