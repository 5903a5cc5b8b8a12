import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { basePath, callPath } from '../../replication/wire/calls.ts'
import { pieceType, tusHeaders, tusVersion, writeMetadata } from '../../replication/wire/uploads.ts'
import { sweepFreed } from '../../server/files/sweep.ts'
import { sweepUploads } from '../../server/files/sweep-uploads.ts'
import { limits } from '../../server/limits.ts'
import { describeServer } from './engines.ts'
import { asker, linksOf, newSubmission, rowOf, type Ask } from './surveyor.ts'

/** A file in pieces, by tus 1.0: it arrives once, byte for byte, whatever breaks. */

const field = 'household-profile.condition_photos'
const bytes = new Uint8Array(randomBytes(5000))
const hashOf = (of: Uint8Array): string => createHash('sha256').update(of).digest('hex')
const sha256 = hashOf(bytes)

type Body = Uint8Array<ArrayBuffer> | ReadableStream<Uint8Array> | undefined

/** A body whose connection breaks after its bytes. */
const cutAfter = (part: Uint8Array): ReadableStream<Uint8Array> => {
  let isSent = false
  return new ReadableStream<Uint8Array>(
    {
      pull: controller => {
        if (isSent) controller.error(Object.assign(new Error('aborted'), { code: 'ECONNRESET' }))
        else controller.enqueue(part)
        isSent = true
      },
    },
    { highWaterMark: 0 },
  )
}

describeServer('a file in pieces', server => {
  const surveyor = async (email?: string) => {
    const token = await server().login(email)
    const send = async (
      method: string,
      path: string,
      headers: Record<string, string> = {},
      body?: Body,
    ): Promise<Response> =>
      server().fetch(`${basePath}${path}`, {
        method,
        headers: {
          Authorization: `Bearer ${token}`,
          [tusHeaders.version]: tusVersion,
          ...headers,
        },
        ...(body === undefined ? {} : { body, duplex: 'half' }),
      } as RequestInit)
    return { ask: asker(server(), token), send }
  }
  type Surveyor = Awaited<ReturnType<typeof surveyor>>

  const rowFor = async (ask: Ask): Promise<string> =>
    rowOf(await ask('submissionCreate', { body: newSubmission({ answers: [] }) })).id

  const create = (
    { send }: Surveyor,
    id: string,
    {
      size = bytes.length,
      hash = sha256,
      key = 'file-1',
      type = 'IMAGE',
    }: { size?: number; hash?: string; key?: string; type?: string } = {},
  ) =>
    send('POST', callPath('uploadCreate', id), {
      [tusHeaders.length]: String(size),
      'Idempotency-Key': key,
      [tusHeaders.metadata]: writeMetadata({
        filename: 'a photo é.jpg',
        field_id: field,
        field_type: type,
        occurrence: '0',
        sha256: hash,
      }),
    })

  const begin = async (of: Surveyor, id: string, more = {}): Promise<string> => {
    const response = await create(of, id, more)
    expect(response.status).toBe(201)
    const { data } = (await response.json()) as { data: { id: string } }
    expect(response.headers.get('Location')).toBe(`${basePath}/surveyor/uploads/${data.id}`)
    return data.id
  }

  const append = ({ send }: Surveyor, upload: string, offset: number, body: Body) =>
    send(
      'PATCH',
      callPath('uploadAppend', upload),
      { 'Content-Type': pieceType, [tusHeaders.offset]: String(offset) },
      body,
    )
  const offsetOf = async ({ send }: Surveyor, upload: string) => {
    const { status, headers } = await send('HEAD', callPath('uploadOffset', upload))
    return status === 204 ? Number(headers.get(tusHeaders.offset)) : status
  }
  /** The bytes of the files that the row has. */
  const filesOf = async ({ ask }: Surveyor, id: string) => {
    const links = linksOf(rowOf(await ask('submission', { id })), field)
    return Promise.all(
      links.map(async link => new Uint8Array(await (await server().fetch(link)).arrayBuffer())),
    )
  }

  test('arrives with its last piece, and its row gets a new revision', async () => {
    const of = await surveyor()
    const id = await rowFor(of.ask)
    const before = rowOf(await of.ask('submission', { id })).rev
    const upload = await begin(of, id)
    expect(await offsetOf(of, upload)).toBe(0)
    for (const at of [0, 2000, 4000]) {
      const added = await append(of, upload, at, bytes.slice(at, at + 2000))
      expect(added.status).toBe(204)
      expect(added.headers.get(tusHeaders.offset)).toBe(String(Math.min(5000, at + 2000)))
    }
    expect(await filesOf(of, id)).toEqual([bytes])
    expect(rowOf(await of.ask('submission', { id })).rev).not.toBe(before)
    expect(await offsetOf(of, upload)).toBe(5000)
    expect(await server().db.query('select 1 from upload_pieces')).toEqual([])
  })

  test('keeps what has arrived of a piece that broke off, and goes on behind it', async () => {
    const of = await surveyor()
    const id = await rowFor(of.ask)
    const upload = await begin(of, id)
    await append(of, upload, 0, cutAfter(bytes.slice(0, 1234)))
    expect(await offsetOf(of, upload)).toBe(1234)
    await append(of, upload, 1234, bytes.slice(1234))
    expect(await filesOf(of, id)).toEqual([bytes])
  })

  test('a request that is still open ends when the phone asks how far it came', async () => {
    const of = await surveyor()
    const id = await rowFor(of.ask)
    const upload = await begin(of, id)
    let isRead = (): void => {}
    const reading = new Promise<void>(resolve => (isRead = resolve))
    let sent = 0
    const dead = append(
      of,
      upload,
      0,
      new ReadableStream<Uint8Array>(
        {
          pull: controller => {
            if (sent > 0) return isRead()
            sent += 1
            controller.enqueue(bytes.slice(0, 700))
          },
        },
        { highWaterMark: 0 },
      ),
    )
    await reading
    expect(await offsetOf(of, upload)).toBe(700)
    expect((await dead).status).toBe(408)
    await append(of, upload, 700, bytes.slice(700))
    expect(await filesOf(of, id)).toEqual([bytes])
  })

  test('a piece at another offset is refused with the offset, and changes nothing', async () => {
    const of = await surveyor()
    const upload = await begin(of, await rowFor(of.ask))
    await append(of, upload, 0, bytes.slice(0, 100))
    for (const offset of [0, 50, 101, 5000]) {
      const refused = await append(of, upload, offset, bytes.slice(0, 10))
      expect([refused.status, refused.headers.get(tusHeaders.offset)]).toEqual([409, '100'])
    }
    const both = await Promise.all([1, 2].map(() => append(of, upload, 100, bytes.slice(100, 200))))
    expect(both.map(({ status }) => status).sort()).toContain(204)
    expect(await offsetOf(of, upload)).toBe(200)
  })

  test('more bytes than were announced are refused', async () => {
    const of = await surveyor()
    const upload = await begin(of, await rowFor(of.ask))
    expect((await append(of, upload, 0, new Uint8Array(5001))).status).toBe(413)
    expect(await offsetOf(of, upload)).toBe(0)
  })

  test('other bytes than were announced are dropped, and the file can be sent anew', async () => {
    const of = await surveyor()
    const id = await rowFor(of.ask)
    const upload = await begin(of, id)
    await append(of, upload, 0, new Uint8Array(1000))
    const refused = await append(of, upload, 1000, bytes.slice(1000))
    expect(refused.status).toBe(409)
    expect(await refused.json()).toMatchObject({ code: 'checksum_mismatch' })
    expect(await offsetOf(of, upload)).toBe(404)
    expect(await filesOf(of, id)).toEqual([])
    await append(of, await begin(of, id), 0, bytes)
    expect(await filesOf(of, id)).toEqual([bytes])
  })

  test('a repeated beginning continues the same upload, and the same bytes are one file', async () => {
    const of = await surveyor()
    const id = await rowFor(of.ask)
    const upload = await begin(of, id)
    await append(of, upload, 0, bytes.slice(0, 300))
    const again = await create(of, id)
    expect(again.headers.get(tusHeaders.offset)).toBe('300')
    expect(await begin(of, id)).toBe(upload)
    expect(await begin(of, id, { key: 'file-2' })).not.toBe(upload)
    await append(of, upload, 300, bytes.slice(300))
    const another = await begin(of, id)
    expect(another).not.toBe(upload)
    await append(of, another, 0, bytes)
    expect(await filesOf(of, id)).toEqual([bytes])
  })

  test('too large, without a size, of another version or type, it is refused', async () => {
    const of = await surveyor()
    const id = await rowFor(of.ask)
    expect((await create(of, id, { size: limits.imageBytes + 1 })).status).toBe(413)
    expect((await create(of, id, { size: limits.otherFileBytes, type: 'FILE' })).status).toBe(201)
    expect((await create(of, id, { size: 0 })).status).toBe(422)
    const upload = await begin(of, id)
    const old = await of.send('HEAD', callPath('uploadOffset', upload), {
      [tusHeaders.version]: '0.2.0',
    })
    expect([old.status, old.headers.get('Tus-Version')]).toEqual([412, tusVersion])
    const json = await of.send('PATCH', callPath('uploadAppend', upload), {
      'Content-Type': 'application/json',
      [tusHeaders.offset]: '0',
    })
    expect(json.status).toBe(415)
  })

  test('it is of its surveyor alone, and of no deleted submission', async () => {
    const of = await surveyor()
    const id = await rowFor(of.ask)
    const upload = await begin(of, id)
    const other = await surveyor('first@transect.example')
    expect((await create(other, id)).status).toBe(404)
    expect(await offsetOf(other, upload)).toBe(404)
    expect((await append(other, upload, 0, bytes)).status).toBe(404)
    expect(await offsetOf(of, upload)).toBe(0)
    await append(of, upload, 0, bytes.slice(0, 4000))
    await of.ask('submissionDelete', { id })
    expect((await append(of, upload, 4000, bytes.slice(4000))).status).toBe(404)
    expect((await create(of, id)).status).toBe(404)
  })

  test('a part of which nothing comes for a week is removed with its bytes, and a file of pieces keeps none', async () => {
    const of = await surveyor()
    const id = await rowFor(of.ask)
    const own = new Uint8Array(randomBytes(5000))
    const hash = hashOf(own)
    const parts = { part: own.slice(0, 4000), first: own.slice(0, 2500), second: own.slice(2500) }
    const upload = await begin(of, id, { hash })
    await append(of, upload, 0, parts.part)
    const whole = await begin(of, id, { hash, key: 'whole' })
    await append(of, whole, 0, parts.first)
    await append(of, whole, 2500, parts.second)
    const { db, blobs, clock } = server()
    const left = async () => {
      await sweepUploads({ db, clock })
      clock.advance(60 * 60_000)
      await sweepFreed({ db, blobs, clock })
      const kept = Object.entries({ ...parts, own }).map(async ([name, each]) =>
        (await blobs.has(hashOf(each))) ? name : [],
      )
      return (await Promise.all(kept)).flat()
    }
    expect(await left()).toEqual(['part', 'own'])
    clock.advance(limits.uploadKeptMs)
    expect(await left()).toEqual(['own'])
    expect(await db.query('select 1 from uploads')).toEqual([])
    expect(await offsetOf(of, upload)).toBe(404)
    expect(await filesOf(of, id)).toEqual([own])
  })

  test('a page of another origin learns what the server has of the protocol', async () => {
    const response = await server().fetch(`${basePath}/surveyor/uploads/x`, { method: 'OPTIONS' })
    expect(Object.fromEntries(response.headers)).toMatchObject({
      'tus-version': tusVersion,
      'tus-extension': 'creation,expiration',
      'tus-max-size': String(limits.otherFileBytes),
    })
  })
})
