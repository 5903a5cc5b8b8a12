import type { Reading } from '../form/types/field-type.ts'
import { plainText } from '../form/texts/rich-text.ts'
import { common } from '../messages/app/common.ts'
import { inputs } from '../messages/interview/fill.ts'
import { geopoint } from '../messages/interview/geopoint.ts'
import { numberText, timeText } from '../messages/locale.ts'
import { clockText, dateText, dateTimeText } from '../messages/app/time.ts'

/** A reading that is always shown as a text. */
type Readable = Exclude<Reading, { kind: 'none' | 'secret' | 'files' | 'incomplete' }>

const wholeText = (metres: number): string => numberText(Math.max(1, Math.round(metres)))

/** A measure in the first unit in which it is at least 1, with three digits. */
const unitText = (
  value: number,
  ...units: readonly (readonly [size: number, words: (text: string) => string])[]
): string => {
  const [size, words] = units.find(([from]) => value >= from) ?? units.at(-1) ?? [1, String]
  return words(numberText(value / size, { maximumSignificantDigits: 3 }))
}

/** The area, and the length of a line or around an area; `length` in metres, `area` in square metres. */
const measureTexts = (length: number, area: number | null): readonly string[] => {
  const long = unitText(length, [1000, geopoint.kilometres], [1, geopoint.metres])
  if (area === null) return [long]
  const wide = unitText(
    area,
    [1_000_000, geopoint.squareKilometres],
    [10_000, geopoint.hectares],
    [1, geopoint.squareMetres],
  )
  return [wide, geopoint.around(long)]
}

/** The words of an answer as people read it. */
export const readingText = (reading: Readable): string => {
  switch (reading.kind) {
    case 'text':
      return reading.text.trim()
    case 'day':
      // At noon, because a day is then the same day in every time zone.
      return dateText(`${reading.text}T12:00`) || reading.text
    case 'month':
      return (
        timeText(new Date(`${reading.text}T12:00`), { month: 'long', year: 'numeric' }) ||
        reading.text
      )
    case 'year':
      return timeText(new Date(`${reading.text}T12:00`), { year: 'numeric' }) || reading.text
    case 'time':
      return clockText(reading.text)
    case 'moment':
      return dateTimeText(reading.text) || reading.text
    case 'acknowledged':
      return inputs.acknowledge
    case 'position': {
      const place = `${reading.latitude.toFixed(5)}, ${reading.longitude.toFixed(5)}`
      if (reading.metres === null) return place
      return `${place}, ${geopoint.within(wholeText(reading.metres))}`
    }
    case 'trace': {
      const { points, length, area, metres } = reading
      const parts = [geopoint.points(points), ...measureTexts(length, area)]
      return [...parts, ...(metres === null ? [] : [geopoint.within(wholeText(metres))])].join(
        common.comma,
      )
    }
    case 'options':
      return reading.chosen
        .map(({ label }) => plainText(label, () => '…') || inputs.yes)
        .join(common.comma)
  }
}
