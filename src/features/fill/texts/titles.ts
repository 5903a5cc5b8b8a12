import type {
  CompiledRepeat,
  CompiledSection,
  Within,
} from '../../../form/definition/compiled-form.ts'
import { repeats } from '../../../messages/interview/repeats.ts'

/** The name of one occurrence of a repeat, such as 'Member'. */
export const repeatLabel = ({ label }: Pick<CompiledRepeat, 'label'>): string =>
  label || repeats.occurrence

/** The name of an occurrence, such as 'Member 2'. */
const withinText = ({ label, place }: Within): string =>
  repeats.title(label || repeats.occurrence, place + 1)

/** The title of a section as its author wrote it, with placeholders as `${key}`; '' when it has none. */
export const writtenTitle = ({ name, occurrence }: CompiledSection): string =>
  occurrence === null
    ? name
    : withinText({ label: occurrence.repeat.label, place: occurrence.place })
