import { Readable } from 'node:stream'
import type { Query } from '../../db/db.ts'
import { mediaOf, nameInArchive } from '../../export/formats/media.ts'
import { exportFormats, planExport, type ExportShape } from '../../export/formats/plan.ts'
import { pathsOf } from '../../export/formats/table-names.ts'
import type { Chunks } from '../../export/formats/write-out.ts'
import { zipOf, type ZipEntry } from '../../export/formats/zip.ts'
import { readRows } from '../../export/read-rows.ts'
import { failed, passed, refuseFields, type Answer, type Checked } from '../../http/answer.ts'
import type { BlobStore } from '../../files/blobs.ts'
import type { ExportScope } from '../../store/export.ts'
import { scopeOf } from '../../store/office/accounts.ts'
import { filterConditions } from '../../store/office/filter.ts'
import { formTitle } from '../../store/office/overview.ts'
import type { AccountHandler } from '../office-call.ts'
import { readFilter } from './read-filter.ts'
import { notFound, readingOf } from './reading.ts'
import { openSpooled } from './spooled.ts'

/** What is written, how its file ends, and as which type it is sent. */
interface AskedExport {
  /** Of the tables; null for the archive of the files. */
  readonly shape: ExportShape | null
  /** The only table that is written; null for all. */
  readonly table: string | null
  readonly extension: string
  readonly type: string
}

const types: Readonly<Record<ExportShape['format'], string>> = {
  csv: 'application/zip',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  jsonl: 'application/jsonl',
  geojson: 'application/geo+json',
}

const askedOf = (query: URLSearchParams): Checked<AskedExport> => {
  const name = query.get('format') ?? 'xlsx'
  if (name === 'media')
    return passed({ shape: null, table: null, extension: 'zip', type: 'application/zip' })
  const format = exportFormats.find(each => each === (name === 'table' ? 'csv' : name))
  if (format === undefined) return failed(refuseFields({ format: ['There is no such format.'] }))
  const values = query.get('values') || 'codes'
  if (values !== 'codes' && values !== 'labels')
    return failed(refuseFields({ values: ['Values are codes or labels.'] }))
  const showsLabels = values === 'labels'
  const shape: ExportShape = {
    format,
    language: query.get('language') || null,
    geometry: null,
    hasLabels: showsLabels,
    showsLabels,
    isSplit: query.get('split') === '1',
    isWkt: false,
    hasNumbers: format !== 'csv',
    // Excel opens a table of its own by a press, and would take it for another encoding.
    hasMark: name === 'table',
  }
  return passed(
    name === 'table'
      ? { shape, table: query.get('table') ?? '', extension: 'csv', type: 'text/csv' }
      : {
          shape,
          table: null,
          extension: format === 'csv' ? 'zip' : format,
          type: types[format],
        },
  )
}

async function* bytesOf(chunks: Chunks): AsyncGenerator<string | Uint8Array> {
  for await (const chunk of chunks) yield chunk
}

async function* entriesOf(
  outputs: readonly (readonly [name: string, chunks: () => Chunks])[],
  out: string,
): AsyncGenerator<ZipEntry> {
  const paths = pathsOf(
    out,
    outputs.map(([name]) => name),
  )
  for (const [at, [, chunks]] of outputs.entries())
    yield { name: paths[at] ?? out, content: () => bytesOf(chunks()), isStored: false }
}

/** The chunks of an export's one file. Files are named in the tables as the archive of the files names them. */
const chunksOf = async (
  query: Query,
  scope: ExportScope,
  { shape, table }: AskedExport,
  { blobs, now }: { readonly blobs: BlobStore; readonly now: Date },
): Promise<Chunks> => {
  if (shape === null)
    return mediaOf(readRows(query, scope), blobs, now, (name, isMissing) => {
      if (isMissing) throw new Error(`The file ${name} is not in the store.`)
    })
  const { outputs } = await planExport(query, scope, shape, { nameFile: nameInArchive, now })
  if (table !== null) {
    const [, chunks] = outputs.find(([name]) => name === table) ?? []
    if (chunks === undefined) throw new Error(`The export has no table ${table}.`)
    return chunks()
  }
  const [only] = outputs
  if (shape.format !== 'csv' && only !== undefined) return only[1]()
  return zipOf(entriesOf(outputs, `${scope.formId}.csv`), now)
}

/** GET office/forms/{id}/export */
export const submissionExport: AccountHandler = async ({ account, backend, id, query, note }) => {
  const { db, blobs, clock, later, hasRoom } = backend
  const scope = scopeOf(account)
  if ((await formTitle(db.query, scope, id)) === null) return notFound
  const { columns } = await readingOf(db.query, id, [], null)
  const table = readFilter(query, id, scope, columns)
  if (!table.ok) return table.refusal
  const asked = askedOf(query)
  if (!asked.ok) return asked.refusal
  const now = new Date(clock())
  const { filter } = table.value
  const exported: ExportScope = {
    formId: id,
    conditions: param => filterConditions(filter, param, null),
  }
  const spooled = await openSpooled(blobs.spool.directory, hasRoom)
  const write = (inTx: Query) =>
    chunksOf(inTx, exported, asked.value, { blobs, now }).then(spooled.write)
  // One snapshot for everything, so that a submission that arrives meanwhile is in all tables or in none.
  later(() =>
    db.tx(write, { isLong: true, isSnapshot: true }).then(
      () => spooled.end(null),
      (failure: unknown) => {
        spooled.end(failure)
        throw failure
      },
    ),
  )
  note(`${id} ${query.get('format') ?? 'xlsx'}`)
  const name = `${id}.${asked.value.extension}`
  const body = Readable.toWeb(spooled.body) as ReadableStream<Uint8Array>
  const answer: Answer = {
    kind: 'raw',
    response: new Response(body, {
      headers: {
        'Content-Type': asked.value.type,
        'Content-Disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
        'Cross-Origin-Resource-Policy': 'same-origin',
        'Cache-Control': 'no-store',
      },
    }),
  }
  return answer
}
