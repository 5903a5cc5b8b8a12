import { eraseUser } from '../../store/erase.ts'
import { AdminProblem, counted, type Command } from '../command.ts'
import { knownUser } from './users.ts'

/**
 * user erase <email> --yes: deletes the person and everything they sent. The bytes of their files follow an hour
 * later.
 */
export const erasePerson: Command = async (context, given) => {
  const user = await knownUser(context, given)
  if (given.options['yes'] === undefined) {
    throw new AdminProblem(
      `This deletes ${user.email} and all they have sent, for good. Repeat it with --yes.`,
    )
  }
  const count = await context.db.tx(query => eraseUser(query, user.id, new Date(context.clock())), {
    isLong: true,
  })
  return [`${user.email} is erased, with ${counted(count, 'submission')}.`]
}
