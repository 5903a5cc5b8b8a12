import { anyAnswer, freeFields, noteField } from '../world/content.ts'
import { answerChange, editOn, givenFiles, openOn } from './acts.ts'
import { chooseVisible, type Action } from './action.ts'

/** A surveyor's actions on the contents of interviews. */

/** Changes, or clears, an answer of any type. */
const answer: Action = async (world, random) => {
  const chosen = await chooseVisible(world, random)
  if (chosen === null) return 'nothing to answer'
  const field = random.pick([...freeFields, noteField])
  const value = random.chance(0.4) ? null : anyAnswer(field, random)
  return editOn(world, chosen.tab, chosen, answerChange({ [field]: value }))
}

/** Adds, removes or retakes a photo or paper. */
const changeFiles: Action = async (world, random) => {
  const chosen = await chooseVisible(world, random)
  if (chosen === null) return 'nothing to add a file to'
  const { phone } = chosen.tab
  const { files: given, wiped } = chosen.interview
  // After a Logout the phone only knows addresses of what it sent before.
  const own = wiped.has(phone) ? [] : given.filter(file => file.phone === phone && !file.isRemoved)
  const taken = own.length > 0 && random.chance(0.6) ? random.pick(own) : null
  const fields =
    taken === null ? [random.pick(['photo', 'paper'])] : random.chance(0.6) ? [taken.field] : []
  const files = givenFiles(world, phone, `e${world.log.length}${phone.name}`, fields)
  return editOn(world, chosen.tab, chosen, {
    answers: {},
    add: files,
    files,
    remove: taken === null ? [] : [taken.id],
  })
}

/** Starts an edit that stays open during other actions. */
const leaveOpen: Action = async (world, random) => {
  const chosen = await chooseVisible(world, random)
  if (chosen === null) return 'nothing to begin'
  const field = random.pick(freeFields)
  const files = random.chance(0.3)
    ? givenFiles(world, chosen.tab.phone, `o${world.log.length}`, ['photo'])
    : []
  return openOn(world, chosen.tab, chosen, {
    answers: { [field]: anyAnswer(field, random) },
    add: files,
    files,
    remove: [],
  })
}

/** The relative frequency of each of them. */
export const contentActions: readonly (readonly [Action, number])[] = [
  [answer, 4],
  [changeFiles, 4],
  [leaveOpen, 1.5],
]
