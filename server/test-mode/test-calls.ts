import { basePath } from '../../replication/wire/calls.ts'
import { isJsonObject } from '../../replication/wire/envelope.ts'
import { answerToResponse, good, refuse, refuseFields, type Answer } from '../http/answer.ts'
import { readJson } from '../http/body.ts'
import { isFaultName, type ArmedFault, type Faults } from './faults.ts'

/** The path of the test controls below the base path. */
export const testPath = '/__test/'

const armedFrom = (body: unknown): ArmedFault | null => {
  if (!isJsonObject(body)) return null
  const { fault, path, method, times } = body
  if (typeof fault !== 'string' || !isFaultName(fault)) return null
  return {
    fault,
    ...(typeof path === 'string' ? { path } : {}),
    ...(typeof method === 'string' ? { method } : {}),
    ...(typeof times === 'number' ? { times } : {}),
  }
}

const answer = async (
  request: Request,
  faults: Faults,
  reset: (() => Promise<void>) | null,
): Promise<Answer> => {
  const path = new URL(request.url).pathname.slice(basePath.length + testPath.length)
  const call = `${request.method} ${path}`
  switch (call) {
    case 'POST faults': {
      const body = await readJson(request)
      if (!body.ok) return body.refusal
      const fault = armedFrom(body.value)
      if (fault === null) return refuseFields({ fault: ['There is no such fault.'] })
      faults.arm(fault)
      return good('Armed', fault)
    }
    case 'DELETE faults':
      faults.clear()
      return good('Cleared', null)
    case 'POST reset':
      if (reset === null) return refuse(404, 'There is no demo to reset to.')
      faults.clear()
      await reset()
      return good('Reset', null)
    default:
      return refuse(404, 'There is no such call.')
  }
}

/** Answers the test controls: arm and clear faults, and reset to the demo data. */
export const answerTestCall = async (
  request: Request,
  faults: Faults,
  reset: (() => Promise<void>) | null,
): Promise<Response> => answerToResponse(await answer(request, faults, reset))
