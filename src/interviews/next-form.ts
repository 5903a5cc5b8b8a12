import type { FormDoc } from '../../collections/schemas/forms.ts'

/** An interview or a submission; the smaller `newest` is, the later it was made. */
interface Worked {
  readonly form_id: string
  readonly newest: number
}

type Form = Pick<FormDoc, 'id' | 'title' | 'status'>

/**
 * The form that the next interview most likely uses: the one used last, else the first; null when no form can be filled
 * in.
 */
export const nextForm = <Some extends Form>(
  forms: readonly Some[],
  latest: readonly (Worked | undefined)[],
): Some | null => {
  const open = forms.filter(({ status }) => status !== 'draft')
  const used = latest
    .filter(each => each !== undefined)
    .sort((one, other) => one.newest - other.newest)
    .map(({ form_id }) => open.find(({ id }) => id === form_id))
    .find(form => form !== undefined)
  return used ?? open[0] ?? null
}
