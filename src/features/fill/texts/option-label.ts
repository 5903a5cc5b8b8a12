import type { FieldOption } from '../../../../replication/wire/forms.ts'
import { inputs } from '../../../messages/interview/fill.ts'

/** The label of an option; a single box has none of its own. */
export const optionLabel = ({ label }: FieldOption): string => label || inputs.yes
