import { isStorable } from '../../replication/wire/device-report.ts'
import { isCalendarDay } from '../env/clock.ts'
import { exportFormats, type ExportShape } from '../export/formats/plan.ts'
import type { ExportScope } from '../store/export.ts'
import { AdminProblem, wordAt, type Accepts, type Arguments } from './command.ts'

type Format = ExportShape['format']

/** An export as the administrator requested it. */
export interface ExportRequest extends ExportShape {
  readonly scope: Omit<ExportScope, 'seen' | 'conditions'>
  readonly out: string | null
  readonly table: string | null
  readonly origin: string | null
  /** The archive of the files. */
  readonly media: string | null
  /** The file that records how far the last export came. */
  readonly since: string | null
  /** Whether the archive is made without files that are missing in the store. */
  readonly leavesOutMissing: boolean
}

/** The arguments of `submissions export`. */
export const exportArguments: Accepts = {
  words: 1,
  texts: 'format out table origin values language geometry media since from until surveyor'.split(
    ' ',
  ),
  flags: ['labels', 'split', 'wkt', 'bom', 'leave-out-missing'],
  paths: ['out', 'media', 'since'],
}

/** The options that only some formats have. */
const onlyFor: Readonly<Record<string, readonly Format[]>> = {
  table: ['csv'],
  bom: ['csv'],
  labels: ['csv', 'xlsx'],
  split: ['csv', 'xlsx'],
  wkt: ['csv', 'xlsx', 'jsonl'],
  geometry: ['geojson'],
}

const formatOf = (text: string): Format => {
  const format = exportFormats.find(each => each === text)
  if (format !== undefined) return format
  throw new AdminProblem(`There is no format ${text}, only ${exportFormats.join(', ')}.`)
}

/** A day or a moment, in UTC when it has no offset. */
const momentOf = (name: string, text: string): Date => {
  const [isWhole, time, offset] =
    /^\d{4}-\d{2}-\d{2}(T\d{2}:\d{2}(?::\d{2}(?:\.\d+)?)?(Z|[+-]\d{2}:\d{2})?)?$/.exec(text) ?? []
  const moment = new Date(time === undefined || offset !== undefined ? text : `${text}Z`)
  if (
    isWhole !== undefined &&
    isStorable(moment) &&
    isStorable(new Date(text.slice(0, 10))) &&
    isCalendarDay(text)
  )
    return moment
  throw new AdminProblem(`--${name} is a day or a moment, such as 2026-11-22, not "${text}".`)
}

const scopeOf = (formId: string, options: Arguments['options']): ExportRequest['scope'] => {
  const { from, until, surveyor } = options
  return {
    formId,
    ...(from === undefined ? {} : { from: momentOf('from', from) }),
    ...(until === undefined ? {} : { until: momentOf('until', until) }),
    ...(surveyor === undefined ? {} : { email: surveyor.trim().toLowerCase() }),
  }
}

/** Reads the arguments. Throws AdminProblem for invalid ones and for those that exclude each other. */
export const readExport = (given: Arguments): ExportRequest => {
  const { options } = given
  const formId = wordAt(given, 0, 'the id of a form')
  const format = formatOf(options['format'] ?? 'csv')
  for (const [name, those] of Object.entries(onlyFor)) {
    if (options[name] !== undefined && !those.includes(format)) {
      throw new AdminProblem(`--${name} is only for ${those.join(' and ')}.`)
    }
  }
  const { values = 'codes' } = options
  if (values !== 'codes' && values !== 'labels') {
    throw new AdminProblem(`--values is codes or labels, not ${values}.`)
  }
  const scope = scopeOf(formId, options)
  if (options['since'] !== undefined) {
    if (Object.keys(scope).length > 1 || options['table'] !== undefined) {
      throw new AdminProblem('--since exports all that is new: it takes no filter.')
    }
    // A program that reads standard output may end early, and what it missed would never be exported again.
    if (options['out'] === undefined) {
      throw new AdminProblem('With --since please give --out, a file to write to.')
    }
  }
  const files = ['out', 'media', 'since'].flatMap(name => options[name] ?? [])
  if (new Set(files).size < files.length) {
    throw new AdminProblem('--out, --media and --since are different files.')
  }
  return {
    format,
    scope,
    out: options['out'] ?? null,
    table: options['table'] ?? null,
    origin: options['origin'] ?? null,
    language: options['language'] ?? null,
    geometry: options['geometry'] ?? null,
    media: options['media'] ?? null,
    since: options['since'] ?? null,
    hasLabels: options['labels'] !== undefined,
    showsLabels: values === 'labels',
    isSplit: options['split'] !== undefined,
    isWkt: options['wkt'] !== undefined,
    hasNumbers: format !== 'csv',
    hasMark: options['bom'] !== undefined,
    leavesOutMissing: options['leave-out-missing'] !== undefined,
  }
}
