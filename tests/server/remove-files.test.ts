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

  test('keep their bytes while another row has the same', async () => {
    const ask = await signIn(server())
    const other = await signIn(server(), 'first@transect.example')
    const row = await withPhotos(ask, 3)
    const twin = await withPhotos(other, 3)
    await ask('submissionUpdate', {
      id: row.id,
      body: edit({ removed_files: [...linksOf(row, field)] }),
    })
    await settled()
    expect(await hasBlob(3)).toBe(true)
    expect((await server().fetch(linksOf(twin, field)[0] ?? '')).status).toBe(200)
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

  test('are claimed by an upload of the same bytes before a sweep', async () => {
    const ask = await signIn(server())
    const row = await withPhotos(ask, 14)
    await ask('submissionDelete', { id: row.id })
    server().clock.advance(2 * 3_600_000)
    const [again] = await Promise.all([withPhotos(ask, 14), sweepFreed(server())])
    await settled()
    expect(await hasBlob(14)).toBe(true)
    expect((await server().fetch(linksOf(again, field)[0] ?? '')).status).toBe(200)
  })

  test('stay when `files sweep` finds them between the claim of an upload and its row', async () => {
    const ask = await signIn(server())
    await server().blobs.put(pngBytes(15))
    const has = vi.spyOn(server().blobs, 'has').mockImplementationOnce(async () => {
      await adminOf(server)('files', 'sweep')
      return true
    })
    const row = await withPhotos(ask, 15)
    has.mockRestore()
    await settled()
    expect((await server().fetch(linksOf(row, field)[0] ?? '')).status).toBe(200)
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

  test('can be sent again', async () => {
    const ask = await signIn(server())
    const row = await withPhotos(ask, 4)
    await ask('submissionUpdate', {
      id: row.id,
      body: edit({ removed_files: [...linksOf(row, field)] }),
    })
    const form = uploadForm(field, [new File([pngBytes(4)], '4.png')])
    const back = rowOf(await ask('filesUpload', { id: row.id, form }))
    await settled()
    expect((await server().fetch(linksOf(back, field)[0] ?? '')).status).toBe(200)
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
