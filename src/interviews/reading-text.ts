import type { Reading } from '../form/types/field-type.ts'
import { plainText } from '../form/texts/rich-text.ts'
import { common } from '../messages/app/common.ts'
import { inputs } from '../messages/interview/fill.ts'
import { geopoint } from '../messages/interview/geopoint.ts'
import { numberText, timeText } from '../messages/locale.ts'
import { clockText, dateText, dateTimeText } from '../messages/app/time.ts'

/** A reading that is always shown as a text. */
type Readable = Exclude<Reading, { kind: 'none' | 'secret' | 'files' | 'incomplete' }>

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
      return `${place}, ${geopoint.within(numberText(Math.max(1, Math.round(reading.metres))))}`
    }
    case 'options':
      return reading.chosen
        .map(({ label }) => plainText(label, () => '…') || inputs.yes)
        .join(common.comma)
  }
}
