import { createHash } from 'node:crypto'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { basePath, callPath } from '../../replication/wire/calls.ts'
import type { FormMap } from '../../replication/wire/form/maps.ts'
import { migrate } from '../../server/db/migrate.ts'
import { sweepFreed } from '../../server/files/sweep.ts'
import { imageTiles, placesAround } from '../maps/make-tiles.ts'
import { writePmtiles } from '../maps/write-pmtiles.ts'
import { adminOf, runAdmin, adminContext } from './admin-line.ts'
import { temporaryDirectory } from './child-server.ts'
import { describeServer, engines } from './engines.ts'
import { createMemoryBlobs } from './memory-blobs.ts'
import { rowsOf, signIn } from './surveyor.ts'

const place = [73.1812, 22.3071] as const
const formId = 'household-profile'
let folder: Awaited<ReturnType<typeof temporaryDirectory>>
let north = ''

beforeAll(async () => {
  folder = await temporaryDirectory()
  north = join(folder.path, 'north.pmtiles')
  const tiles = () => imageTiles(placesAround(place, [12, 13], 2), [200, 220, 180], true)
  const metadata = { name: 'North', attribution: '<a href="x">&copy; OpenStreetMap</a>' }
  await writePmtiles(north, tiles, { type: 2, bounds: [73, 22, 74, 23], metadata })
})

afterAll(() => folder.remove())

const sha256Of = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex')

describeServer('a base map', server => {
  const admin = adminOf(server)
  const add = (...line: string[]) =>
    admin('map', 'add', north, ...(line.length === 0 ? ['--form', formId] : line))
  const mapsOf = async (email?: string) => {
    const ask = await signIn(server(), email)
    const forms = rowsOf(await ask('forms')) as unknown as { id: string; maps?: FormMap[] }[]
    return new Map(forms.map(({ id, maps }) => [id, maps]))
  }
  const first = async () => {
    const map = (await mapsOf()).get(formId)?.[0]
    if (map === undefined) throw new Error('The form has no map')
    return map
  }
  const get = async (id: string, headers: Record<string, string> = {}, email?: string) => {
    const response = await server().fetch(`${basePath}${callPath('map', id)}`, {
      headers: { Authorization: `Bearer ${await server().login(email)}`, ...headers },
    })
    return { response, bytes: new Uint8Array(await response.arrayBuffer()) }
  }

  test('is listed by its forms only, with what it says of itself', async () => {
    expect((await mapsOf()).get(formId)).toBeUndefined()
    const lines = await add('--form', formId, '--area', 'North district')
    expect(lines[0]).toMatch(/^North: raster, 10 MB, zooms 12 to 13, for household-profile\.$/)
    const bytes = await readFile(north)
    const maps = await mapsOf()
    expect(maps.get(formId)).toEqual([
      {
        id: expect.stringMatching(/^[0-9a-f-]{36}$/),
        name: 'North',
        area: 'North district',
        kind: 'raster',
        size_bytes: bytes.byteLength,
        sha256: sha256Of(bytes),
        bounds: [73, 22, 74, 23],
        min_zoom: 12,
        max_zoom: 13,
        attribution: '© OpenStreetMap',
      },
    ])
    expect([...maps].filter(([, of]) => of !== undefined)).toHaveLength(1)
    const ask = await signIn(server())
    const form = (await ask('form', { id: formId })).data as { maps: unknown }
    expect(form.maps).toEqual(maps.get(formId))
    expect((await admin('map', 'list')).join()).toMatch(
      /"North", North district .*household-profile/,
    )
  })

  test('is sent by ranges, and whole when it has changed', async () => {
    await add()
    const { id, sha256 } = await first()
    const whole = new Uint8Array(await readFile(north))
    const ofMiddle = await get(id, { Range: 'bytes=1048570-1048589' })
    expect(ofMiddle.response.status).toBe(206)
    expect(ofMiddle.response.headers.get('Content-Range')).toBe(
      `bytes 1048570-1048589/${whole.byteLength}`,
    )
    expect(ofMiddle.response.headers.get('ETag')).toBe(`"${sha256}"`)
    expect(ofMiddle.bytes).toEqual(whole.subarray(1_048_570, 1_048_590))
    for (const range of [
      'bytes=-5',
      `bytes=${whole.byteLength - 5}-`,
      `bytes=${whole.byteLength - 5}-999999999`,
    ])
      expect((await get(id, { Range: range })).bytes).toEqual(whole.subarray(-5))
    const all = await get(id, { Range: 'bytes=0-4', 'If-Range': '"another"' })
    expect([all.response.status, all.bytes.byteLength]).toEqual([200, whole.byteLength])
    const some = await get(id, { Range: 'bytes=0-4', 'If-Range': `"${sha256}"` })
    expect([some.response.status, some.bytes.byteLength]).toEqual([206, 5])
    for (const odd of ['bytes=5-4', 'bytes=0-1,4-5', 'bytes=a', 'rows=0-1', 'bytes=-'])
      expect((await get(id, { Range: odd })).response.status).toBe(200)
    const none = await get(id, { Range: `bytes=${whole.byteLength}-` })
    expect(none.response.status).toBe(416)
    expect(none.response.headers.get('Content-Range')).toBe(`bytes */${whole.byteLength}`)
    const pieces = (await (await signIn(server()))('mapPieces', { id })).data as {
      piece_bytes: number
      sha256: string[]
    }
    expect(pieces.sha256).toEqual(
      Array.from({ length: Math.ceil(whole.byteLength / pieces.piece_bytes) }, (_, n) =>
        sha256Of(whole.subarray(n * pieces.piece_bytes, (n + 1) * pieces.piece_bytes)),
      ),
    )
  })

  test('is sent only to surveyors who have one of its forms', async () => {
    await add()
    const { id } = await first()
    const other = 'first@transect.example'
    const { query } = server().db
    await query(
      `delete from form_assignments where form_id = $1 and user_id =
      (select id from users where email = $2)`,
      [formId, other],
    )
    expect((await get(id, {}, other)).response.status).toBe(404)
    expect((await (await signIn(server(), other))('mapPieces', { id })).status).toBe(404)
    await add('--all')
    expect((await get(id, {}, other)).response.status).toBe(200)
    await query(`update forms set removed_at = now()`)
    expect((await get(id, {}, other)).response.status).toBe(404)
    expect((await get(id)).response.status).toBe(404)
  })

  test('is one map however often it is added, and its bytes go with it', async () => {
    await add()
    await add('--form', formId, '--name', 'Nord', '--attribution', 'The survey office')
    const map = await first()
    expect(map).toMatchObject({ name: 'Nord', attribution: 'The survey office' })
    expect(await admin('map', 'list')).toHaveLength(1)
    await sweepFreed(server())
    expect(await server().blobs.has(map.sha256)).toBe(true)
    expect(await admin('map', 'remove', map.id, '--form', formId)).toHaveLength(1)
    expect((await mapsOf()).get(formId)).toBeUndefined()
    await expect(admin('map', 'remove', map.id, '--form', formId)).rejects.toThrow('not added')
    await admin('map', 'remove', map.id)
    server().clock.advance(2 * 3_600_000)
    await sweepFreed(server())
    expect(await server().blobs.has(map.sha256)).toBe(false)
    await expect(admin('map', 'remove', map.id)).rejects.toThrow('There is no map')
    await expect(admin('map', 'remove', 'north')).rejects.toThrow('There is no map')
    expect((await admin('trail')).join('\n')).toMatch(/map add .*north\.pmtiles/)
  })

  test('is in a backup, and is restored', async () => {
    await add()
    const map = await first()
    const path = join(folder.path, `backup-${map.id}`)
    await admin('backup', 'create', path)
    const db = await engines[0]?.open()
    if (db === undefined) throw new Error('There is no engine')
    await migrate(db)
    const blobs = createMemoryBlobs()
    await runAdmin({ ...adminContext(server()), db, blobs }, ['backup', 'restore', path])
    expect(await runAdmin({ ...adminContext(server()), db, blobs }, ['map', 'list'])).toEqual(
      await admin('map', 'list'),
    )
    expect(sha256Of((await blobs.get(map.sha256)) ?? new Uint8Array())).toBe(map.sha256)
    await db.close()
  })

  test('is refused with the reason when phones could not show it', async () => {
    const bytes = await readFile(north)
    const file = join(folder.path, 'odd.pmtiles')
    const changed = (at: number, ...values: number[]) => {
      const odd = Buffer.from(bytes)
      odd.set(values, at)
      return odd
    }
    const refused: readonly (readonly [Buffer, string])[] = [
      [Buffer.from('SQLite format 3'), 'is not a PMTiles file'],
      [Buffer.alloc(0), 'is not a PMTiles file'],
      [changed(7, 2), 'version 2'],
      [bytes.subarray(0, -3), 'not whole: 3 bytes'],
      [changed(97, 3), 'other means than gzip'],
      [changed(99, 0), 'neither images nor MVT'],
      [changed(102, 255, 255, 255, 127), 'which area'],
      [changed(100, 20), 'zooms from 20 to 13'],
    ]
    for (const [odd, why] of refused) {
      await writeFile(file, odd)
      await expect(admin('map', 'add', file, '--form', formId)).rejects.toThrow(why)
    }
    await expect(admin('map', 'add', '/none', '--all')).rejects.toThrow('cannot be read')
    await expect(add('--form', 'none')).rejects.toThrow('There is no form none')
    await expect(add('--form', formId, '--all')).rejects.toThrow('--form')
    const full = { ...adminContext(server()), leavesRoom: async () => false }
    await expect(runAdmin(full, ['map', 'add', north, '--all'])).rejects.toThrow('was not added')
    expect(await admin('map', 'list')).toEqual([])
  })
})
