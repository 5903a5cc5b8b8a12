/** Headers of announced extensions, with values as `name=value; name=value`. */

/** Writes the values; one that is null is left out. */
const writeValues = (values: Readonly<Record<string, string | number | null>>): string =>
  Object.entries(values)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name}=${value}`)
    .join('; ')

/** The value of a name, at most so many plain characters; null for any other. */
const valueIn = (header: string, name: string, most = 40): string | null =>
  new RegExp(`(?:^|;)\\s*${name}=([\\w.:+-]{1,${most}})\\s*(?:;|$)`).exec(header)?.[1] ?? null

/** A whole number, `most` for a larger one; null for anything else. */
const countIn = (header: string, name: string, most: number): number | null => {
  const text = valueIn(header, name)
  return text !== null && /^\d{1,15}$/.test(text) ? Math.min(Number(text), most) : null
}

/** Whether a database can store a moment: not the years before 1 and after 9999 as text has them. False for no moment. */
export const isStorable = (moment: Date): boolean =>
  moment.getUTCFullYear() >= 1 && moment.getUTCFullYear() <= 9999

/** A storable moment; null for anything else. */
const momentIn = (header: string, name: string): Date | null => {
  const moment = new Date(valueIn(header, name) ?? Number.NaN)
  return isStorable(moment) ? moment : null
}

/** A device's report on itself; null for missing values. It never contains answers. */
export interface DeviceReport {
  readonly appVersion: string | null
  readonly waiting: number | null
  readonly oldestWaitingAt: Date | null
  readonly freeBytes: number | null
}

/** Writes `version=1.0.8; waiting=3; oldest=2026-11-20T08:00:00.000Z; free=120000000`. */
export const writeDeviceReport = (report: DeviceReport): string =>
  writeValues({
    version: report.appVersion,
    waiting: report.waiting,
    oldest: report.oldestWaitingAt?.toISOString() ?? null,
    free: report.freeBytes,
  })

/** Parses a report. An unreadable part is null. */
export const parseDeviceReport = (header: string): DeviceReport => ({
  appVersion: valueIn(header, 'version'),
  waiting: countIn(header, 'waiting', 1_000_000),
  oldestWaitingAt: momentIn(header, 'oldest'),
  freeBytes: countIn(header, 'free', Number.MAX_SAFE_INTEGER),
})

/** The most characters of a reason. */
export const reasonChars = 140
/** The most characters of all hints of an interview, because some proxies refuse a header of 8,000. */
const hintsChars = 4000
/** The most characters of a field's id. */
const fieldIdChars = 200
const addressChars = 200

/** A hint that was shown before Submit, such as a number far from the usual. */
export interface HintDetail {
  /** Lower-case letters, such as `number`. An app of another version may know other kinds. */
  readonly kind: string
  /** The field that it is about; '' for the whole interview. */
  readonly field_id: string
  /** The field's occurrence within a repeat, from 0. */
  readonly occurrence: number
  /** The surveyor's answer to it; '' without one. */
  readonly reason: string
}

/** At most `most` characters as base64url of their UTF-8, without padding. A half surrogate pair becomes U+FFFD. */
const encodeText = (text: string, most: number): string =>
  btoa(String.fromCharCode(...new TextEncoder().encode(text.slice(0, most))))
    .replaceAll('+', '-')
    .replaceAll('/', '_')
    .replaceAll('=', '')

/** A text of at most `most` characters. A control character becomes a space, because databases refuse U+0000. */
const decodeText = (encoded: string, most: number): string => {
  // No bytes have a base64 of this length.
  if (encoded.length % 4 === 1) return ''
  const bytes = atob(encoded.replaceAll('-', '+').replaceAll('_', '/'))
  const text = new TextDecoder().decode(Uint8Array.from(bytes, byte => byte.charCodeAt(0)))
  return [...text.replaceAll(/\p{Cc}/gu, ' ').trim()].slice(0, most).join('')
}

/** Writes `fast...bm8gdGltZQ,number.YWdl..` as far as there is room; null without hints. */
const writeHints = (hints: readonly HintDetail[]): string | null => {
  let written = ''
  for (const { kind, field_id, occurrence, reason } of hints) {
    const place = occurrence === 0 ? '' : String(occurrence)
    const texts = [encodeText(field_id, fieldIdChars), place, encodeText(reason, reasonChars)]
    const hint = `${kind}.${texts.join('.')}`
    const longer = written === '' ? hint : `${written},${hint}`
    if (longer.length <= hintsChars) written = longer
  }
  return written === '' ? null : written
}

/** Parses the hints. An unreadable one is left out. */
const parseHints = (header: string): readonly HintDetail[] => {
  const text = new RegExp(`(?:^|;)\\s*hints=([\\w.,-]{1,${hintsChars}})\\s*(?:;|$)`).exec(
    header,
  )?.[1]
  return (text ?? '').split(',').flatMap(hint => {
    const [, kind = '', field = '', place = '', reason = ''] =
      /^([a-z]{1,20})\.([\w-]*)\.(\d{0,6})\.([\w-]*)$/.exec(hint) ?? []
    return kind === ''
      ? []
      : {
          kind,
          field_id: decodeText(field, fieldIdChars),
          occurrence: Number(place),
          reason: decodeText(reason, reasonChars),
        }
  })
}

/** How an interview was made; null for missing values. */
export interface InterviewDetails {
  /** The version of the form (form-version.ts). */
  readonly definitionHash: string | null
  /** The first keystroke, by the device's clock. */
  readonly startedAt: Date | null
  /** Of the position, in metres. */
  readonly accuracy: number | null
  /** When the request was sent, by the device's clock. */
  readonly sentAt: Date | null
  /** The place in words; absent or '' where it is unknown. */
  readonly address?: string
  /** The hints that were shown; empty for none. */
  readonly hints: readonly HintDetail[]
}

/** Writes `form=0f3a…; started=2026-11-20T08:00:00.000Z; accuracy=12.5; sent=<time>; address=S3V0Y2g; hints=fast...`. */
export const writeInterviewDetails = (details: InterviewDetails): string =>
  writeValues({
    form: details.definitionHash,
    started: details.startedAt?.toISOString() ?? null,
    accuracy: details.accuracy,
    sent: details.sentAt?.toISOString() ?? null,
    address: encodeText(details.address ?? '', addressChars) || null,
    hints: writeHints(details.hints),
  })

/** Parses the details. An unreadable part is null. */
export const parseInterviewDetails = (header: string): InterviewDetails => {
  const form = valueIn(header, 'form')
  const accuracy = Number(valueIn(header, 'accuracy') ?? Number.NaN)
  return {
    definitionHash: form !== null && /^[0-9a-f]{32}$/.test(form) ? form : null,
    startedAt: momentIn(header, 'started'),
    accuracy: Number.isFinite(accuracy) && accuracy >= 0 ? accuracy : null,
    sentAt: momentIn(header, 'sent'),
    // A character of a text is at most four of its base64.
    address: decodeText(
      /^[\w-]+$/.exec(valueIn(header, 'address', 4 * addressChars) ?? '')?.[0] ?? '',
      addressChars,
    ),
    hints: parseHints(header),
  }
}
