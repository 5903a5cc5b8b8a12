import { answerKey } from '../../../../collections/ids.ts'
import type { CompiledField, CompiledSection } from '../../../form/definition/compiled-form.ts'
import { fewestEarlier, textOf, type Earlier, type Given } from './given.ts'

/** The same choice all down a block of questions. */
export interface SameHint {
  readonly kind: 'same'
  /** The first question of the block. */
  readonly field: CompiledField
  readonly answer: string
  /** How many questions the block has. */
  readonly count: number
}

/** The fewest questions of a block. Six equal answers out of three by chance are one in 243. */
const fewestAlike = 6
/** The fewest options. With two, "no" all down a list of illnesses or belongings is an ordinary answer. */
const fewestOptions = 3

/**
 * The blocks in which all answers are the same choice. A block is the answered questions of one section that follow one
 * another, have the same options in the same order, and take one of them. A question of another kind ends it; one
 * without an answer does not. No hint about a block with a held answer, because that was meant, or when most of at least
 * ten earlier interviews have the same answer all down it, because then it is usual.
 */
export const sameHints = (
  sections: readonly CompiledSection[],
  given: readonly Given[],
  earlier: readonly Earlier[],
): readonly SameHint[] => {
  const givenById = new Map(given.map(one => [one.field.id, one]))
  return sections
    .flatMap(({ fields }) => blocksIn(fields.flatMap(({ id }) => givenById.get(id) ?? [])))
    .flatMap(block => {
      const [first] = block
      if (first === undefined || block.length < fewestAlike) return []
      const answer = textOf(first.answer)
      const isAlike = block.every(one => !one.isHeld && textOf(one.answer) === answer)
      return isAlike && !isUsual(block, answer, earlier)
        ? [{ kind: 'same', field: first.field, answer, count: block.length }]
        : []
    })
}

/** The options of a question that can be in a block; null for any other. */
const optionsOf = ({ type, multiple, options }: CompiledField): string | null =>
  (type === 'RADIO' || type === 'SELECT') && !multiple && options.length >= fewestOptions
    ? JSON.stringify(options.map(({ value }) => value))
    : null

const blocksIn = (given: readonly Given[]): readonly (readonly Given[])[] => {
  const blocks: Given[][] = []
  let before: string | null = null
  for (const one of given) {
    const options = optionsOf(one.field)
    if (options !== null && options === before) blocks.at(-1)?.push(one)
    else if (options !== null) blocks.push([one])
    before = options
  }
  return blocks
}

const isUsual = (block: readonly Given[], answer: string, earlier: readonly Earlier[]): boolean => {
  const keys = block.map(({ field }) => answerKey(field.fieldId, field.occurrence))
  const answered = earlier.filter(({ answers }) => keys.every(key => answers[key] !== undefined))
  const alike = answered.filter(({ answers }) => keys.every(key => textOf(answers[key]) === answer))
  return answered.length >= fewestEarlier && alike.length > answered.length / 2
}
