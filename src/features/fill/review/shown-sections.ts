import { fill } from '../../../messages/interview/fill.ts'
import type { CompiledField } from '../../../form/definition/compiled-form.ts'
import type { Interview } from '../interview/interview-shape.ts'
import { sectionTitle } from '../texts/spoken.ts'
import { isOnScreen } from '../../../form/answers/on-screen.ts'

/** A section as dialogs list it. */
interface ShownSection {
  readonly id: string
  readonly name: string
  readonly fields: readonly CompiledField[]
}

/** The sections with those of their visible fields that pass the filter; sections without any are left out. */
export const shownSections = (
  interview: Interview,
  passes: (field: CompiledField) => boolean = () => true,
): readonly ShownSection[] =>
  interview.form.sections
    .map((section, index) => ({
      id: section.id,
      name: sectionTitle(interview, section) || fill.unnamedSection(index + 1),
      fields: section.fields.filter(field => isOnScreen(interview, field) && passes(field)),
    }))
    .filter(({ fields }) => fields.length > 0)
