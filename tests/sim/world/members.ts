/** The repeat of the simulation's form: the members of a household, each with a name that no other has, and an age. */

export interface Member {
  readonly name: string
  readonly age: string
}

export const nameField = 'member'
export const ageField = 'age'

/** Whether a field is asked once for each member. */
export const isMemberField = (id: string): boolean => id === nameField || id === ageField

/** The section of the form, without its fields. */
export const memberSection = {
  id: 'members',
  name: 'Members',
  repeat: { min: 0, max: 50, label: '' },
} as const
