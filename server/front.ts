import { answerToResponse, good, refuse } from './http/answer.ts'
import { headerOptionsOf, isApiRequest, isLivenessRequest, type App } from './app.ts'
import type { Config } from './config.ts'
import { createSite } from './http/site.ts'

/** Answers while the database is opening, and hands over to the app afterwards. */
interface Front {
  readonly fetch: App['fetch']
  readonly handOver: (app: App) => void
}

const starting = () => {
  const response = answerToResponse(
    refuse(503, 'The server is starting. Please try again in a moment.', {
      headers: { 'Retry-After': '2' },
    }),
  )
  response.headers.set('Cache-Control', 'no-store')
  return response
}

/** Serves the client immediately. The API answers 503 until `handOver`. */
export const createFront = (config: Config): Front => {
  const site = createSite(config.clientDirectory, headerOptionsOf(config))
  let app: App | null = null
  return {
    handOver: ready => {
      app = ready
    },
    fetch: async (request, remoteAddress, sent) => {
      if (app !== null) return app.fetch(request, remoteAddress, sent)
      // A migration may take long, and a supervisor ends a process that does not live.
      if (isLivenessRequest(request)) return answerToResponse(good('Running', null))
      return isApiRequest(request) ? starting() : site.fetch(request)
    },
  }
}
