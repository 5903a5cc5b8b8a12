import { dueProperty } from '../../../../collections/cases/operation.ts'
import type { CaseEntry } from '../../../known-cases/case-entry.ts'
import type { ListWords } from '../../../cases/property-words.ts'
import { isPosition } from '../../../form/types/positions.ts'

const most = 2
/** A longer text is a remark and does not help to recognize a case. */
const longest = 40

/** The first texts that help to recognize a case, in the order of its form: without its name, its position and its day. */
export const tellingFacts = (
  { label, values }: Pick<CaseEntry, 'label' | 'values'>,
  words: ListWords,
): readonly string[] => {
  const properties = new Set([...words.properties, ...Object.keys(values)])
  properties.delete(dueProperty)
  const texts: string[] = []
  for (const property of properties) {
    const value = values[property] ?? ''
    if (value === '' || isPosition(value)) continue
    const text = words.of(property).textOf(value).trim()
    const isTelling = text !== '' && text.length <= longest && !label.includes(text)
    if (isTelling && !texts.includes(text)) texts.push(text)
    if (texts.length === most) break
  }
  return texts
}
