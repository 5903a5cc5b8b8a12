import type { FieldOption } from '../../../../replication/wire/forms.ts'
import { inputs } from '../../../messages/interview/fill.ts'

/** The words of an option; a box that stands alone has none of its own. */
export const optionLabel = ({ label }: FieldOption): string => label || inputs.yes
