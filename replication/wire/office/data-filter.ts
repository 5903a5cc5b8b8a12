import * as v from 'valibot'

/** What the address of a form's table says of the rows that are shown. */

const text = v.pipe(v.string(), v.maxLength(1000))
const field = v.pipe(v.string(), v.minLength(1), v.maxLength(200))

/** What the answers to one field must be. A bound of a range is a number or a day; '' is none. */
const Condition = v.variant('is', [
  v.object({ field, is: v.literal('contains'), text: v.pipe(text, v.minLength(1)) }),
  v.object({
    field,
    is: v.literal('any'),
    values: v.pipe(v.array(text), v.minLength(1), v.maxLength(200)),
  }),
  v.object({ field, is: v.literal('between'), from: text, until: text }),
  v.object({ field, is: v.literal('given') }),
  v.object({ field, is: v.literal('empty') }),
])
/** What the answers to one field must be. */
export type Condition = v.InferOutput<typeof Condition>

/** The conditions in `where`, all of which a row meets, as JSON. */
export const Conditions = v.pipe(v.string(), v.parseJson(), v.array(Condition), v.maxLength(20))

/** The parts of a filter in an address, of every call that has one. */
export const filterQuery = {
  table: 'The id of a repeat, for a row of each occurrence; by default a row of each submission.',
  surveyor: 'The ids of surveyors, separated by commas.',
  from: 'Received on this day or later, such as 2026-11-20, in UTC.',
  until: 'Received on this day or earlier.',
  at: 'Received at this moment or earlier, so that pages do not move while new rows arrive.',
  review: 'A state of the review, such as corrected.',
  box: 'Where it was made: west,south,east,north in degrees.',
  text: 'Part of an answer.',
  where:
    'Conditions on answers as JSON, such as [{"field":"age","is":"between","from":"5","until":""}].',
} as const
