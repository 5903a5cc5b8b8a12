import type { BareOptions } from './bare-server.ts'

/** The two envelopes and the two spellings of rows that the spec allows (3.21, 7.13), in every combination. */
export const bareShapes: Readonly<
  Record<string, Pick<BareOptions, 'envelope' | 'times' | 'formNames'>>
> = {
  'data created_at': { envelope: 'data', times: 'created_at', formNames: 'form_name' },
  'data createdAt': { envelope: 'data', times: 'createdAt', formNames: 'formName' },
  'paginator created_at': { envelope: 'paginator', times: 'created_at', formNames: 'form_name' },
  'paginator createdAt': { envelope: 'paginator', times: 'createdAt', formNames: 'formName' },
}

/** The variable that gives one of these shapes to every bare server whose test names none: `npm run statements` sets it. */
export const shapeVariable = 'BARE_SHAPE'

/** The shape that this process is asked to run with. */
export const askedShape = () => bareShapes[process.env[shapeVariable] ?? ''] ?? {}
