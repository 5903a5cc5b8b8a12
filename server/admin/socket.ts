import { rmSync } from 'node:fs'
import { connect, createServer } from 'node:net'
import { join } from 'node:path'
import * as v from 'valibot'
import { failureText, type Log } from '../env/log.ts'
import { AdminProblem, type AdminContext } from './command.ts'
import { runCommand, type ReadLine } from './run.ts'

/**
 * The path of the socket for commands. Only one process can open the embedded database, so a running server listens on
 * a socket in its data directory, which only its user can open, and runs the commands sent there. Each command and each
 * answer is one line of JSON.
 */
const socketPath = (directory: string): string => join(directory, 'admin.sock')

const Asked = v.object({
  noun: v.string(),
  verb: v.string(),
  given: v.object({ words: v.array(v.string()), options: v.record(v.string(), v.string()) }),
  who: v.string(),
})
const Answered = v.variant('kind', [
  v.object({ kind: v.literal('done'), lines: v.array(v.string()) }),
  v.object({ kind: v.literal('problem'), text: v.string() }),
])

const carryOut = async (
  context: AdminContext,
  log: Log,
  text: string,
): Promise<v.InferOutput<typeof Answered>> => {
  try {
    const { who, ...read } = v.parse(Asked, JSON.parse(text))
    log('info', 'admin', { command: `${read.noun} ${read.verb}`, who })
    return { kind: 'done', lines: [...(await runCommand({ ...context, who }, read))] }
  } catch (failure) {
    const isExpected = failure instanceof AdminProblem
    return { kind: 'problem', text: isExpected ? failure.message : failureText(failure) }
  }
}

/** Listens for commands. Returns a function that stops it. */
export const listenForCommands = (
  directory: string,
  context: AdminContext,
  log: Log,
): (() => void) => {
  const path = socketPath(directory)
  rmSync(path, { force: true })
  const server = createServer({ allowHalfOpen: true }, socket => {
    let text = ''
    socket.setEncoding('utf8')
    socket.on('error', () => socket.destroy())
    socket.on('data', (chunk: string) => {
      text += chunk
    })
    socket.on('end', () => {
      void carryOut(context, log, text).then(answer => socket.end(JSON.stringify(answer)))
    })
  })
  server.on('error', failure => log('error', 'admin-socket', { failure: failureText(failure) }))
  server.listen(path)
  return () => {
    server.close()
  }
}

/** Sends a command to the server that has the data directory open. Throws AdminProblem. */
export const askServer = async (
  directory: string,
  read: ReadLine,
  who: string,
): Promise<readonly string[]> => {
  const text = await new Promise<string>((resolve, reject) => {
    let answer = ''
    const socket = connect({ path: socketPath(directory), allowHalfOpen: true })
    socket.setEncoding('utf8')
    socket.on('connect', () => socket.end(JSON.stringify({ ...read, who })))
    socket.on('data', (chunk: string) => {
      answer += chunk
    })
    socket.on('end', () => resolve(answer))
    socket.on('error', reject)
  }).catch(() => {
    throw new AdminProblem(
      `The process that has ${directory} open does not accept commands. If it is a server that is starting, repeat the command in a minute. If not, stop it first.`,
    )
  })
  if (text === '') {
    throw new AdminProblem(
      'The server ended before it answered. Start it, check what was done, and repeat the command if necessary.',
    )
  }
  const answered = v.parse(Answered, JSON.parse(text))
  if (answered.kind === 'problem') throw new AdminProblem(answered.text)
  return answered.lines
}
