import { randomUUID } from 'node:crypto'
import { basename } from 'node:path'
import { mapPieceBytes } from '../../replication/wire/form/maps.ts'
import { isUuid } from '../db/ids.ts'
import { storableText } from '../db/storable.ts'
import { MapProblem, readMapFile, type MapFile } from '../maps/pmtiles.ts'
import { storeMap } from '../maps/store-map.ts'
import { allForms } from '../store/admin.ts'
import { freeBlobs } from '../store/freed-blobs.ts'
import { allMaps, deleteMap, dropFormMap, putMap } from '../store/maps/maps.ts'
import type { Query } from '../db/db.ts'
import { AdminProblem, wordAt, type Accepts, type Arguments, type Command } from './command.ts'

const asAdminProblem = (failure: unknown): never => {
  throw failure instanceof MapProblem ? new AdminProblem(failure.message) : failure
}

/** The forms that `--form` names, or null for `--all`. Throws AdminProblem. */
const formsNamed = async (
  query: Query,
  { options }: Arguments,
): Promise<readonly string[] | null> => {
  const { form, all } = options
  if ((form === undefined) === (all === undefined))
    throw new AdminProblem('Please give --form with the ids of forms, or --all.')
  if (form === undefined) return null
  const ids = form.split(',').map(id => id.trim())
  const known = new Set((await allForms(query)).map(({ id }) => id))
  const unknown = ids.filter(id => !known.has(id))
  if (unknown.length > 0) throw new AdminProblem(`There is no form ${unknown.join(', ')}.`)
  return ids
}

const megabytes = (bytes: number): string => `${Math.ceil(bytes / 1024 ** 2)} MB`

const zooms = ({ minZoom, maxZoom }: Pick<MapFile, 'minZoom' | 'maxZoom'>): string =>
  `zooms ${minZoom} to ${maxZoom}`

/** map add <file.pmtiles> --form <form>,<form> | --all [--area …] [--name …] [--attribution …] */
const add: Command = async (context, given) => {
  const path = wordAt(given, 0, 'a PMTiles file')
  const forms = await formsNamed(context.db.query, given)
  const file = await readMapFile(path).catch(asAdminProblem)
  const name =
    given.options['name']?.trim() || file.name || basename(path).replace(/\.pmtiles$/i, '')
  const attribution = given.options['attribution']?.trim() ?? file.attribution
  const { sha256, sizeBytes, pieces } = await storeMap(context, path).catch(asAdminProblem)
  const id = await context.db.tx(async query => {
    const map = {
      name: storableText(name),
      area: storableText(given.options['area']?.trim() ?? ''),
      kind: file.kind,
      sha256,
      size_bytes: sizeBytes,
      bounds: file.bounds,
      min_zoom: file.minZoom,
      max_zoom: file.maxZoom,
      attribution: storableText(attribution),
      piece_bytes: mapPieceBytes,
      pieces,
    }
    let stored = randomUUID() as string
    const now = new Date(context.clock())
    for (const form of forms ?? [null]) stored = await putMap(query, stored, map, form, now)
    return stored
  })
  const of = forms === null ? 'all forms' : forms.join(', ')
  return [
    `${name}: ${file.kind}, ${megabytes(sizeBytes)}, ${zooms(file)}, for ${of}.`,
    `Its id is ${id}. Phones offer it after their next sync.`,
    ...(attribution === ''
      ? [
          'The file does not say who made it, and many licences ask for that: --attribution adds it.',
        ]
      : []),
  ]
}

/** map list */
const list: Command = async ({ db }) =>
  (await allMaps(db.query)).map(map => {
    const of = map.is_for_all ? 'all forms' : map.forms.join(', ') || 'no form'
    const where = map.area === '' ? '' : `, ${map.area}`
    const levels = zooms({ minZoom: map.min_zoom, maxZoom: map.max_zoom })
    return `${map.id}  "${map.name}"${where}  (${map.kind}, ${megabytes(Number(map.size_bytes))}, ${levels}, for ${of})`
  })

/** map remove <id> [--form <form>]: from all forms, or from one. */
const remove: Command = async (context, given) => {
  const id = wordAt(given, 0, 'the id of a map')
  const { form } = given.options
  const unknown = new AdminProblem(`There is no map ${id}. "map list" shows all.`)
  if (!isUuid(id)) throw unknown
  if (form !== undefined) {
    if (await dropFormMap(context.db.query, form, id)) return [`${form} no longer has this map.`]
    throw new AdminProblem(`The map ${id} was not added to ${form}.`)
  }
  await context.db.tx(async query => {
    const sha256 = await deleteMap(query, id)
    if (sha256 === null) throw unknown
    await freeBlobs(query, [sha256], new Date(context.clock()))
  })
  return ['The map is removed. Phones delete their copies after their next sync.']
}

/** The commands `map …`, each with the arguments that it accepts. */
export const mapCommands = {
  add: [
    add,
    { words: 1, texts: ['form', 'area', 'name', 'attribution'], flags: ['all'], paths: [0] },
  ],
  list: [list, { words: 0 }],
  remove: [remove, { words: 1, texts: ['form'], writesLittle: true }],
} satisfies Readonly<Record<string, readonly [Command, Accepts]>>

/** Their lines of the help. */
export const mapUsage = `  map add <file.pmtiles> --form <form>,<form> | --all [--area …] [--name …]
    [--attribution …]
  map list
  map remove <id> [--form <form>]`
