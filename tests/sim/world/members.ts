/** The repeat of the simulation's form: the members of a household, each with a name that no other has, and an age. */

export interface Member {
  readonly name: string
  readonly age: string
}

export const nameField = 'member'
export const ageField = 'age'

/** Whether a field is asked once for each member. */
export const isMemberField = (id: string): boolean => id === nameField || id === ageField

const text = (id: string, order: number) => ({
  id,
  name: id,
  label: id,
  type: 'TEXT',
  placeholder: '',
  order,
  help_text: '',
  is_required: false,
  options: [],
  multiple: false,
  max_kb: null,
})

/** The section in the servers' answers. */
export const memberSection = {
  id: 'members',
  name: 'Members',
  order: 1,
  repeat: { min: 0, max: 50, label: '' },
  fields: [text(nameField, 0), text(ageField, 1)],
} as const
