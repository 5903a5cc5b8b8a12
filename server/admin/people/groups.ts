import { addToGroup, allGroups, removeFromGroup } from '../../store/groups.ts'
import { AdminProblem, nameAt, wordAt, type Arguments, type Command } from '../command.ts'
import { userWithEmail } from './users.ts'

const emailsAt = (given: Arguments): readonly string[] => {
  wordAt(given, 1, 'an e-mail address')
  return given.words.slice(1)
}

/** group add <group> <email> … */
const add: Command = async ({ db }, given) => {
  const [group, emails] = [nameAt(given, 0, 'the name of a group'), emailsAt(given)]
  await db.tx(async query => {
    for (const email of emails) {
      await addToGroup(query, (await userWithEmail(query, email)).id, group)
    }
  })
  return [`${emails.join(', ')} ${emails.length === 1 ? 'is' : 'are'} in ${group}.`]
}

/** group remove <group> <email> … */
const remove: Command = async ({ db }, given) => {
  const [group, emails] = [nameAt(given, 0, 'the name of a group'), emailsAt(given)]
  await db.tx(async query => {
    for (const email of emails) {
      const { id } = await userWithEmail(query, email)
      if (!(await removeFromGroup(query, id, group))) {
        throw new AdminProblem(`${email} is not in ${group}.`)
      }
    }
  })
  return [`${emails.join(', ')} ${emails.length === 1 ? 'is' : 'are'} no longer in ${group}.`]
}

const list: Command = async ({ db }) => {
  const groups = await allGroups(db.query)
  return groups.map(({ name, emails }) => `${name}  ${emails.join(', ')}`)
}

/** The commands `group …`. */
export const groupCommands = { add, remove, list } satisfies Readonly<Record<string, Command>>
