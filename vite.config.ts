import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import react from '@vitejs/plugin-react'
import { build, type LogLevel, type Plugin } from 'vite'
import { VitePWA } from 'vite-plugin-pwa'
import { defineConfig } from 'vitest/config'
import { scriptsToPreload, together } from './src/pwa/scripts.ts'

const { version } = JSON.parse(readFileSync(new URL('package.json', import.meta.url), 'utf8')) as {
  version: string
}
const name = process.env['VITE_APP_NAME'] ?? 'Transect'

/** The path of a module in node_modules. */
const inModules = (module: string): string =>
  fileURLToPath(new URL(`node_modules/${module}`, import.meta.url))

/** Which of the builds that packages offer are taken. The bench uses the same. */
export const builds = [
  // The package's default entry is the UMD build, which cannot be tree-shaken.
  { find: /^dexie$/, replacement: inModules('dexie/dist/modern/dexie.mjs') },
  { find: /^rxjs$/, replacement: inModules('rxjs/dist/esm/index.js') },
  { find: /^rxjs\/operators$/, replacement: inModules('rxjs/dist/esm/operators/index.js') },
  // The package's entry is the build for development, in every environment.
  { find: /^react-router$/, replacement: inModules('react-router/dist/production/index.mjs') },
  // The package's build is CommonJS, for which the bundler would wrap RxJS's modules, and keep what no other uses.
  { find: /^rxdb-hooks$/, replacement: inModules('rxdb-hooks/src/index.ts') },
]

/** The compression library's worker loads the library from an address, which is ours and not a CDN's. */
const vendorPath = 'vendor/browser-image-compression.js'
const vendor = (): Plugin => {
  const source = inModules('browser-image-compression/dist/browser-image-compression.js')
  return {
    name: 'transect-vendor',
    configureServer: server => {
      server.middlewares.use((request, response, next) => {
        if (request.url !== `/${vendorPath}`) return next()
        response.setHeader('Content-Type', 'text/javascript')
        response.end(readFileSync(source))
      })
    },
    generateBundle() {
      // Not part of the worker's own bundle, which Vite builds with the same plugins.
      if (this.environment.name !== 'client') return
      this.emitFile({ type: 'asset', fileName: vendorPath, source: readFileSync(source) })
    },
  }
}

/**
 * Makes the worker's own build say as much as the app's, and name its one file as the bundler wants it named. The first
 * plugin is of the app's build, the second of the worker's.
 */
const asQuiet = (): readonly [Plugin, Plugin] => {
  let logLevel: LogLevel = 'info'
  return [
    {
      name: 'transect-log-level',
      configResolved: config => {
        logLevel = config.logLevel ?? 'info'
      },
    },
    {
      name: 'transect-worker-build',
      config: () => ({ logLevel }),
      outputOptions: options => {
        delete options.inlineDynamicImports
        return { ...options, codeSplitting: false }
      },
    },
  ]
}

const filesOfClasses = new Map<string, string>()

/**
 * The name of a CSS module's class: its own and three characters for its file, because Vite's names are longer and every
 * script lists them.
 */
const className = (name: string, file: string): string => {
  const source = relative(import.meta.dirname, file.replace(/\?.*$/, '')).replaceAll('\\', '/')
  const hash = createHash('sha256').update(source).digest().readUInt32BE() % 36 ** 3
  const unique = `${name}_${hash.toString(36)}`
  const other = filesOfClasses.get(unique) ?? source
  if (other !== source) throw new Error(`${source} and ${other} both have .${name}: rename one.`)
  filesOfClasses.set(unique, source)
  return unique
}

/** The splash is in the page before any code, and contains the product's name too. */
const named = (): Plugin => ({
  name: 'transect-name',
  transformIndexHtml: html =>
    html.replaceAll('%APP_NAME%', name.replaceAll('&', '&amp;').replaceAll('<', '&lt;')),
})

/** An address of the office's page: of its own or of a screen in it, and not of a file. */
const isOfficeAddress = (url: string): boolean => /^\/office(\/[^.?]*)?(\?|$)/.test(url)

/**
 * The office's page. It is built by itself, because a page that shared scripts with the surveyor's would change those.
 */
const office = (define: Readonly<Record<string, string>>): Plugin => ({
  name: 'transect-office',
  configureServer: server => {
    server.middlewares.use((request, _response, next) => {
      if (isOfficeAddress(request.url ?? '')) request.url = '/src/office/office.html'
      next()
    })
  },
  async closeBundle() {
    if (this.environment.name !== 'client' || this.environment.mode !== 'build') return
    const { config } = this.environment
    await build({
      configFile: false,
      root: config.root,
      mode: config.mode,
      logLevel: config.logLevel ?? 'info',
      define,
      plugins: [react(), named()],
      resolve: { dedupe: ['react', 'react-dom'], alias: builds },
      css: { modules: { generateScopedName: className } },
      build: {
        target: 'es2022',
        outDir: config.build.outDir,
        emptyOutDir: false,
        copyPublicDir: false,
        chunkSizeWarningLimit: 700,
        assetsDir: 'office/assets',
        modulePreload: { polyfill: false },
        rolldownOptions: { input: join(config.root, 'src/office/office.html') },
      },
    })
  },
})

const [logLevelOfApp, workerBuild] = asQuiet()

const define = { __APP_VERSION__: JSON.stringify(version) }

/** The files of tests that change what they import, for every file after them: they have a process of their own. */
const alone = readdirSync(join(import.meta.dirname, 'tests'), { recursive: true, encoding: 'utf8' })
  .filter(file => /\.test\.tsx?$/.test(file))
  .map(file => join(import.meta.dirname, 'tests', file))
  .filter(file =>
    /\bvi\.(mock|doMock|resetModules)\(|\/checked-storage\.ts|\baddRxPlugin\(|\/(dev\/mode|page-dom)\.ts/.test(
      readFileSync(file, 'utf8'),
    ),
  )

/** A file costs more to import than to run, so that most files of a worker share what they imported. */
const testProjects = [
  {
    extends: true as const,
    test: {
      name: 'together',
      include: ['tests/**/*.test.{ts,tsx}'],
      exclude: alone,
      isolate: false,
    },
  },
  { extends: true as const, test: { name: 'alone', include: alone } },
]

export default defineConfig(async ({ command }) => ({
  define,
  plugins: [
    react(),
    named(),
    vendor(),
    office(define),
    logLevelOfApp,
    VitePWA({
      strategies: 'injectManifest',
      srcDir: 'src/pwa',
      filename: 'worker.ts',
      registerType: 'prompt',
      injectRegister: null,
      injectManifest: {
        globPatterns: ['**/*.{js,css,html,svg,png,webmanifest}', 'assets/zxing_reader-*.wasm'],
        // The worker's second script, which the browser stores with the worker itself, and the office's page, which needs
        // the network.
        globIgnores: [
          '**/node_modules/**/*',
          'assets/background-sync-engine*',
          'src/office/office.html',
          'office/**',
        ],
        maximumFileSizeToCacheInBytes: 4_000_000,
        buildPlugins: { vite: [workerBuild] },
      },
      manifest: {
        id: '/',
        name,
        short_name: name,
        description: 'Field surveys that work without a network.',
        lang: 'en',
        dir: 'ltr',
        categories: ['productivity', 'utilities'],
        theme_color: '#005A9C',
        background_color: '#005A9C',
        display: 'standalone',
        orientation: 'any',
        start_url: '/',
        scope: '/',
        icons: [
          { src: '/icon-192.png', sizes: '192x192', type: 'image/png' },
          { src: '/icon-512.png', sizes: '512x512', type: 'image/png' },
          { src: '/maskable-512.png', sizes: '512x512', type: 'image/png', purpose: 'maskable' },
        ],
      },
    }),
    ...(command === 'serve' && process.env['VITEST'] === undefined
      ? [(await import('./server/dev-plugin.ts')).apiPlugin()]
      : []),
  ],
  resolve: {
    dedupe: ['dexie', 'rxjs', 'react', 'react-dom'],
    // Without this the bundler uses RxJS's ES5 build.
    alias: builds,
  },
  // RxDB's dev-mode shows a page of its vendor in a frame.
  server: { headers: { 'Content-Security-Policy': "frame-src 'self'" } },
  // Screens and packages are imported lazily. Found late, each would reload the page in development.
  optimizeDeps: {
    entries: [
      'index.html',
      'src/office/office.html',
      '{src,replication,collections}/**/*.{ts,tsx}',
    ],
  },
  css: { modules: { generateScopedName: className } },
  build: {
    target: 'es2022',
    modulePreload: {
      // Without it, the few browsers of this target that do not know modulepreload find the scripts a little later.
      polyfill: false,
      resolveDependencies: scriptsToPreload,
    },
    sourcemap: false,
    chunkSizeWarningLimit: 700,
    rolldownOptions: {
      output: {
        codeSplitting: { groups: together },
        chunkFileNames: ({ name }: { readonly name: string }) =>
          `assets/${name.split('~')[0] ?? name}-[hash].js`,
      },
    },
  },
  test: {
    setupFiles: ['tests/tab-channel.ts', 'tests/each-file.ts'],
    // Slow tests run only with `DEEP=1`.
    exclude: [
      ...(process.env['DEEP'] === '1' ? [] : ['**/*.deep.test.ts']),
      'tests/e2e/**',
      'node_modules/**',
    ],
    // Tests of whole servers take seconds, and many times that on a machine that other work keeps busy.
    testTimeout: 120_000,
    hookTimeout: 120_000,
    pool: 'forks',
    maxWorkers: 2,
    ...(process.env['MUTATION_RUN'] === '1' ? {} : { projects: testProjects }),
  },
}))
