import { realpathSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { normalizePath, type Plugin } from 'vite'
import { inModules, requireRead } from './versions.ts'

const slim = (file: string): string => fileURLToPath(new URL(`./${file}`, import.meta.url))

const nothing = 'export default null'

const ours = (name: string, file: string): string =>
  `export { ${name} as default } from '${slim(file)}'`

/*
 * Modules of packages that contain more than the app uses, each with the code that the build takes instead. What a
 * replacement does not export ends the build when a package needs it, and so does a module that is no longer there.
 */
const replacements: Readonly<Record<string, string>> = {
  // Logs contain two of MongoDB's updates.
  'rxdb/dist/esm/plugins/update/mingo-updater.js': `export * from '${slim('set-and-unset.ts')}'`,
  // RxDB asks only whether a document matches a query. It sorts, and reads from its storage, by code of its own.
  'mingo/esm/cursor.js': 'export class Cursor {}',
  'mingo/esm/operators/pipeline/index.js': 'export const $project = null, $sort = null',
  // Icons have their sizes and colours from CSS.
  'lucide-react/dist/esm/createLucideIcon.mjs': ours('createIcon', 'lucide-icon.ts'),
  // The chart has axes and bars. The packages of other charts need more than the replacements below have.
  'victory/es/index.js':
    "export * from 'victory-axis'; export * from 'victory-bar'; export { VictoryContainer } from 'victory-core'",
  // The chart's scales are linear, with numbers at both ends and words of ours at the ticks.
  'victory-vendor/es/d3-scale.js': "export { scaleLinear } from 'd3-scale'",
  'd3-color/dist/d3-color.mjs':
    'export const color = null, cubehelix = null, hcl = null, hsl = null, lab = null, rgb = null',
  'd3-format/dist/d3-format.mjs':
    'export const format = null, formatPrefix = null, formatSpecifier = null, precisionFixed = null, precisionPrefix = null, precisionRound = null',
  // It does not move, its bars are straight and in our colours, and nothing clips it.
  'victory-core/es/victory-transition/victory-transition.js':
    'export const VictoryTransition = null',
  'victory-core/es/victory-clip-container/victory-clip-container.js':
    'export const VictoryClipContainer = null',
  'victory-core/es/victory-theme/victory-theme.js':
    "import { grayscale } from './grayscale'; export const VictoryTheme = { grayscale }",
  'victory-vendor/es/d3-shape.js':
    'export const arc = null, curveLinear = null, line = null, lineRadial = null',
  'lodash/isEqual.js': "export { default } from 'react-fast-compare'",
  'lodash/omitBy.js': ours('omitBy', 'lodash.ts'),
  'lodash/pickBy.js': ours('pickBy', 'lodash.ts'),
  'lodash/property.js': ours('property', 'lodash.ts'),
  'lodash/sortedUniq.js': ours('uniq', 'lodash.ts'),
  'lodash/uniq.js': ours('uniq', 'lodash.ts'),
  // Data come in the order of the days.
  'lodash/orderBy.js': nothing,
  // Requests are sent with fetch alone, as JSON or the browser's own forms. No one follows their bytes or limits them.
  'axios/lib/adapters/xhr.js': nothing,
  'axios/lib/helpers/formDataToJSON.js': nothing,
  'axios/lib/helpers/toURLEncodedForm.js': nothing,
  'axios/lib/helpers/estimateDataURLDecodedBytes.js': nothing,
  'axios/lib/helpers/trackStream.js': 'export const trackStream = null',
  'axios/lib/helpers/progressEventReducer.js':
    'export const asyncDecorator = null, progressEventDecorator = null, progressEventReducer = null',
  'axios/lib/core/createMultipartBody.js': nothing,
  // Axios's own constants, its old way to cancel, and its checks of options, which http.ts sets in one place.
  'axios/lib/helpers/HttpStatusCode.js': nothing,
  'axios/lib/helpers/spread.js': nothing,
  'axios/lib/cancel/CancelToken.js': nothing,
  'axios/lib/helpers/validator.js':
    'const none = () => {}; export default { assertOptions: none, validators: { transitional: none, spelling: none } }',
  // The form library reports typed text to developers' tools by events of the page. We have no such tools.
  '@tanstack/devtools-event-client/dist/esm/index.js':
    'export class EventClient { emit() {} on() { return () => {} } }',
}

/** The plugin of the build that takes other code instead of modules. */
export const replaceModules = (): Plugin => {
  const byFile = new Map(
    Object.entries(replacements).map(([module, code]) => {
      requireRead(module)
      return [normalizePath(realpathSync(inModules(module))), code]
    }),
  )
  return {
    name: 'transect-replace-modules',
    enforce: 'pre',
    load: id => byFile.get(id) ?? null,
    onLog(_, log) {
      // A part that is read from a whole module, which the bundler only warns of.
      if (log.code === 'IMPORT_IS_UNDEFINED') this.error(log)
    },
  }
}
