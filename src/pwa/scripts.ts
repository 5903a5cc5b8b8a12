/** How the build divides the app into scripts. */

/** Sources under src whose path begins with one of these. */
const under = (...paths: readonly string[]): RegExp => new RegExp(`/src/(${paths.join('|')})`)

/**
 * What reads forms and answers, for the fill screen, a submission and Recovery, with what the fill screen shares with
 * inputs that load later.
 */
const forms = under(
  'form/',
  'interviews/(language-to-read|reading-text|(use-)?form-lists)',
  'messages/interview/(detached|fill|geopoint|repeats)',
  'features/fill/fill-context',
  'lib/phone/(?!phone-field)',
  'hooks/use-two-columns',
  'ui/pages/columns',
)

/**
 * Which code goes into one script: what is needed together, because many small ones compress badly and each is a request.
 */
export const together = [
  // Icons are created while their script is read, so the code that creates them must be in an earlier one.
  {
    name: 'react',
    test: /node_modules\/(react|react-dom|scheduler)\/|lucide-react\/dist\/esm\/(?!icons\/)/,
    priority: 10,
  },
  // What the login shows, or its parts may show. Grouped with others, it would load those too.
  {
    name: 'start-icons',
    test: /lucide-react\/dist\/esm\/icons\/(arrow-left|chevron-(left|right|down)|external-link|log-out|info|eye(-off)?|inbox|circle-(check|arrow-up|exclamation-point)|triangle-exclamation-point)\.mjs/,
    priority: 10,
    includeDependenciesRecursively: false,
  },
  {
    name: 'icons',
    test: /lucide-react\/dist\/esm\/icons/,
    priority: 9,
    includeDependenciesRecursively: false,
  },
  // RxDB's first module names it, and only the sync uses it.
  {
    name: 'replication',
    test: /\/rxdb\/dist\/esm\/(replication-protocol|plugins\/replication)\/(?!default-conflict-handler)/,
    includeDependenciesRecursively: false,
    priority: 8,
  },
  { name: 'start', test: under('main\\.', 'app/start/login-alone'), priority: 8 },
  // The first screens of a signed-in surveyor have no form.
  {
    name: 'login-form',
    test: /\/@tanstack\/(?!react-|form-core\/dist\/esm\/(FormGroupApi|FieldApi))|\/src\/(app\/start\/login-alone|features\/auth\/login)/,
    priority: 9,
    includeDependenciesRecursively: false,
  },
  // With what most screens show, which would be a dozen small scripts.
  {
    name: 'signed-in',
    test: under(
      'app/start/routed-screens',
      'workspace/(workspace|watch-(waiting|sending))\\.',
      'hooks/(use-(back|day|refresh-on-open)|not-loaded)\\.',
      'ui/(cards|pages)/(?!key-values|columns)',
      'ui/(actions/chip|actions/fab|choices/tabs|status/badge)',
      'lib/keyed-store',
      'interviews/use-(interview-name|draft-answers)',
      'messages/interview/place',
      'messages/device/ready-link',
      'messages/submissions/submissions',
    ),
    priority: 7,
  },
  // Each start of a signed-in surveyor reads the session, and so does each login, later.
  {
    name: 'session',
    test: under('session/(stored-session|seal|open-session|take-copy)'),
    priority: 7,
  },
  // After the first paint.
  {
    name: 'installed',
    test: under('app/(install|update)/', 'pwa/updates', 'messages/app/installed'),
    includeDependenciesRecursively: false,
    priority: 6,
  },
  {
    name: 'shared',
    test: under('(ui|lib)/(?!phone/)'),
    minShareCount: 3,
    priority: 6,
  },
  // Notices show them, and so do the screens that send.
  {
    name: 'notices',
    test: under('messages/device/sync', 'messages/(account/profile|submissions/bin)'),
    includeDependenciesRecursively: false,
    priority: 6,
  },
  // Every list reads forms, filling writes drafts and shows files, and only syncing and submitting send, after the first
  // paint.
  {
    name: 'wire',
    test: /\/replication\/wire\/|\/collections\/writes\/write-(files|forms|interview|work)\.ts|\/collections\/file-answers\.ts|\/replication\/rows\/listed-files\.ts/,
    minShareCount: 3,
    priority: 7,
  },
  { name: 'sending', test: /\/replication\//, minShareCount: 2, priority: 6 },
  // One by one they would be ten scripts.
  {
    name: 'forms',
    test: (id: string) => forms.test(id) || id.includes('/json-logic-js/'),
    minShareCount: 2,
    includeDependenciesRecursively: false,
    priority: 6,
  },
  // Screens that are seldom opened, and then several of them; and what reads data of versions before.
  {
    name: 'info',
    test: under('features/info/', 'messages/help/'),
    includeDependenciesRecursively: false,
    priority: 5,
  },
  {
    name: 'passwords',
    test: under('features/(auth|profile)/[a-z-]*password', 'messages/account/passwords'),
    includeDependenciesRecursively: false,
    priority: 5,
  },
  // Rooms of which one small part leads to another.
  ...['features/fill/codes', 'features/fill/scales', 'features/projects'].map(room => ({
    name: room.replace(/^.*\//, ''),
    test: under(`${room}/`),
    includeDependenciesRecursively: false,
    priority: 5,
  })),
  // The map itself, which is kept with the forms that need it.
  {
    name: 'map',
    test: /\/src\/maps\/canvas\/|node_modules\/(ol|rbush|quickselect)\//,
    priority: 10,
  },
  // What only a ground needs of it.
  {
    name: 'map-ground',
    test: /\/src\/maps\/canvas\/(map-ground|ground-style)|node_modules\/(pmtiles|fflate|pbf)\/|node_modules\/ol\/(format\/MVT|layer\/(BaseTile|Tile|VectorTile)|source\/(ImageTile|DataTile|VectorTile|UrlTile|Tile)|renderer\/canvas\/(TileLayer|VectorTileLayer)|DataTile|ImageTile|VectorTile|VectorRenderTile|reproj\/DataTile)\.js/,
    includeDependenciesRecursively: false,
    priority: 11,
  },
  {
    name: 'maps',
    test: under('maps/(?!canvas/)', 'messages/interview/mapping'),
    includeDependenciesRecursively: false,
    priority: 5,
  },
  {
    name: 'mapping',
    test: under('features/fill/mapping/'),
    includeDependenciesRecursively: false,
    priority: 5,
  },
  {
    name: 'earlier',
    test: /\/collections\/(history\/(?!move-to-recovery)|open-database\.ts)|\/rxdb\/dist\/esm\/plugins\/(migration-schema|local-documents)\//,
    includeDependenciesRecursively: false,
    priority: 5,
  },
]

/**
 * Only the page names its scripts ahead. A screen's are with the worker, where an import finds them as fast; to name
 * them takes the main thread milliseconds for each.
 */
export const scriptsToPreload = (
  _file: string,
  scripts: string[],
  { hostType }: { readonly hostType: 'html' | 'js' },
): string[] => (hostType === 'html' ? scripts : [])
