/* Cells that a spreadsheet keeps as a number of days, and shows as a day, a time, both, or hours. */

const dayMs = 86_400_000

/** How a workbook counts days. */
export interface DayCount {
  /** The moment that is 0. */
  readonly zero: number
  /** How much later than counted the days before March are, because Excel believes that 1900 had a February 29. */
  readonly late: number
  /** How much earlier than meant the library reads a moment, because it does not know this spelling. */
  readonly early: number
}

/** The days from the end of 1899 to the first of 1904, from which old workbooks of a Mac count. */
const daysTo1904 = 1462

/** How a workbook counts, by its `workbook.xml`. */
export const dayCountOf = (xml: string): DayCount => {
  const zero = Date.UTC(1899, 11, 30)
  const says = /<(?:\w+:)?workbookPr\s[^>]*?\bdate1904="(1|true)"/.exec(xml)?.[1]
  if (says === undefined) return { zero, late: dayMs, early: 0 }
  return { zero: Date.UTC(1904, 0, 1), late: 0, early: says === '1' ? 0 : daysTo1904 * dayMs }
}

/** The last day of the February in question, before which a moment with a time of day is rather a number of hours. */
const lastDay = 60

/**
 * A day, a time or both as a person types them: `2024-05-01`, `14:30:00`, `2024-05-01 14:30:00`; and `36:00:00` for
 * hours of more than a day.
 */
export const momentCellText = (moment: Date, { zero, late, early }: DayCount): string => {
  const elapsed = moment.getTime() + early - zero
  // A part of a day is no whole number of milliseconds.
  const seconds = Math.round(elapsed / 1000)
  const days = Math.floor((seconds * 1000) / dayMs)
  const at = (ms: number) => new Date(zero + ms).toISOString()
  const time = at(seconds * 1000).slice(11, 19)
  const isWholeDay = time === '00:00:00'
  if (elapsed >= 0 && elapsed < dayMs) return time
  if (elapsed > 0 && days < lastDay) {
    if (isWholeDay) return at(days * dayMs + late).slice(0, 10)
    return `${days * 24 + Number(time.slice(0, 2))}${time.slice(2)}`
  }
  const day = at(days * dayMs).slice(0, 10)
  return isWholeDay ? day : `${day} ${time}`
}
