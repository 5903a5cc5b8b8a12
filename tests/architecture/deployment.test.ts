import { execFileSync } from 'node:child_process'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { readLine } from '../../server/admin/run.ts'
import { root, sourceFiles, target } from './files.ts'

/** The files of a deployment fit the product: settings, paths, commands. What builds and runs them is not here. */

const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
const isThere = (path: string): boolean => existsSync(join(root, path))

const documented = new Set(
  [...textOf('docs/deployment.md').matchAll(/^\| (`[^|]+) +\|/gm)].flatMap(([, names = '']) =>
    [...names.matchAll(/`([A-Z0-9_]+)`/g)].map(([, name = '']) => name),
  ),
)

const readSettings = new Set(
  [textOf('server/config.ts'), textOf('src/config.ts'), textOf('src/env.browser.ts')].flatMap(
    text =>
      [...text.matchAll(/'([A-Z][A-Z0-9]*(?:_[A-Z0-9]+)+|PORT|HOST|DEMO|RESET)'/g)].map(
        ([, name = '']) => name,
      ),
  ),
)

test('every setting that is read is documented, and every documented one is read', () => {
  expect([...readSettings].toSorted()).toEqual([...documented].toSorted())
  expect(documented.size).toBeGreaterThan(20)
})

interface Service {
  readonly environment?: Readonly<Record<string, string>>
  readonly volumes?: readonly string[]
  readonly build?: string
  readonly image?: string
  readonly depends_on?: unknown
  readonly read_only?: boolean
  readonly tmpfs?: readonly string[]
  readonly cap_drop?: readonly string[]
  readonly security_opt?: readonly string[]
  readonly mem_limit?: string
  readonly pids_limit?: number
}
const compose = parse(textOf('deploy/compose.yaml'), { merge: true }) as {
  readonly services: Readonly<Record<string, Service>>
  readonly volumes: Readonly<Record<string, unknown>>
}

test('the compose file names settings, volumes and files that exist', () => {
  const { transect, caddy, postgres } = compose.services
  expect(Object.keys(transect?.environment ?? {}).filter(name => !documented.has(name))).toEqual([])
  expect(isThere(join('deploy', transect?.build ?? 'none', 'Dockerfile'))).toBe(true)
  for (const [name, { volumes = [], image }] of Object.entries(compose.services)) {
    for (const volume of volumes) {
      const [source = ''] = volume.split(':')
      const isKnown = source.startsWith('.')
        ? isThere(join('deploy', source))
        : source in compose.volumes
      expect([name, volume, isKnown]).toEqual([name, volume, true])
    }
    // Without a version, a new one might not read the data of the one before.
    expect(image ?? 'built:1').toMatch(/:\d+$/)
  }
  const url = new URL((transect?.environment?.['DATABASE_URL'] ?? '').replaceAll(/\$\{.*?\}/g, 'x'))
  expect(url.hostname in compose.services).toBe(true)
  // The server's role is no superuser, as the one that the image makes is.
  const script = textOf('deploy/postgres-init.sh')
  expect(script).toContain(`create role ${url.username} login password`)
  expect(script).toContain(`create database ${url.pathname.slice(1)} owner ${url.username};`)
  expect(url.username).not.toBe(postgres?.environment?.['POSTGRES_USER'])
  for (const [, name = ''] of script.matchAll(/"\$(\w+)"/g))
    expect(Object.keys(postgres?.environment ?? {})).toContain(name)
  expect(Object.keys(caddy?.environment ?? {})).toEqual(['SITE'])
})

test('each container has limits and gains no rights, and the server writes only where it must', () => {
  for (const service of Object.values(compose.services)) {
    expect(service.security_opt).toEqual(['no-new-privileges:true'])
    expect(service.mem_limit).toMatch(/^\d+[gm]$/)
    expect(service.pids_limit).toBeGreaterThan(0)
  }
  const { transect, caddy } = compose.services
  for (const service of [transect, caddy])
    expect([service?.read_only, service?.cap_drop]).toEqual([true, ['ALL']])
  // Node's and npm's files of a moment are in /tmp.
  expect(transect?.tmpfs).toEqual(['/tmp'])
  expect(textOf('Dockerfile')).toMatch(/npm_config_cache=\/tmp\//)
})

test('the image has a Node that is supported for years, and the project still runs on an older one', () => {
  const images = [...textOf('Dockerfile').matchAll(/^FROM node:(\d+)-/gm)].map(([, major]) =>
    Number(major),
  )
  expect(new Set(images)).toEqual(new Set([24]))
  const { engines } = JSON.parse(textOf('package.json')) as { engines: { node: string } }
  expect(engines.node).toBe('>=20.19')
})

test('the proxy forwards to the server’s port and waits at least as long as an upload may take', () => {
  const proxy = textOf('deploy/Caddyfile')
  const docker = textOf('Dockerfile')
  const [, host = '', port = ''] = /reverse_proxy (\w+):(\d+)/.exec(proxy) ?? []
  expect(host in compose.services).toBe(true)
  expect(docker).toContain(`PORT=${port}`)
  expect(docker).toContain(`EXPOSE ${port}`)
  expect(proxy.match(/\{/g)?.length).toBe(proxy.match(/\}/g)?.length)
  expect(proxy).toContain('{$SITE}')
  const [, minutes] = /read_timeout (\d+)m/.exec(proxy) ?? []
  const [, requestMs = ''] =
    /requestTimeout: ([\d_]+)/.exec(textOf('server/http/node-http.ts')) ?? []
  expect(Number(minutes) * 60_000).toBeGreaterThan(Number(requestMs.replaceAll('_', '')))
})

/** The files that a file imports, directly or not. */
const closureOf = (start: string): ReadonlySet<string> => {
  const found = new Set<string>()
  const visit = (path: string): void => {
    if (found.has(path)) return
    found.add(path)
    const file = sourceFiles.find(each => each.path === path)
    for (const specifier of file?.imports ?? []) {
      const to = target(path, specifier)
      if (to !== null) visit(to)
    }
  }
  visit(start)
  return found
}

test('the image has every file that the server and its commands import, and starts the server', () => {
  const docker = textOf('Dockerfile')
  const copied = [...docker.matchAll(/COPY --from=build \S+ \/app\/(\S+) /g)].map(
    ([, path = '']) => path,
  )
  const missing = ['server/main.ts', 'server/admin.ts']
    .flatMap(start => [...closureOf(start)])
    .filter(path => !copied.some(each => path === each || path.startsWith(`${each}/`)))
  expect(missing).toEqual([])
  expect(copied).toContain('dist')
  // The server is not root, and a volume over a directory of root could not be written.
  const [, owned = ''] = /^RUN mkdir (.*) && chown node:node \1$/m.exec(docker) ?? []
  const mounted = (compose.services['transect']?.volumes ?? []).map(volume => volume.split(':')[1])
  expect(owned.split(' ')).toEqual(mounted)
  expect(docker).toMatch(/^USER node$/m)
  const [, command = '[]'] = /^CMD (\[.*\])$/m.exec(docker) ?? []
  expect((JSON.parse(command) as string[]).join(' ')).toBe('node --import tsx server/main.ts')
})

test('the service starts the server, and ends it after the time that the server takes', () => {
  const unit = textOf('deploy/transect.service')
  expect(unit).toContain('ExecStart=/usr/bin/node --import tsx server/main.ts\n')
  const [, seconds] = /TimeoutStopSec=(\d+)/.exec(unit) ?? []
  const [, graceMs = ''] = /graceMs = ([\d_]+)/.exec(textOf('server/main.ts')) ?? []
  expect(Number(seconds) * 1000).toBeGreaterThan(Number(graceMs.replaceAll('_', '')))
  const [, set = ''] = /^Environment=(.*)$/m.exec(unit) ?? []
  const names = set.split(' ').map(pair => pair.split('=')[0] ?? '')
  expect(names.filter(name => name !== 'NODE_ENV' && !documented.has(name))).toEqual([])
})

/** The lines of a unit that take rights away. */
const limitsOf = (path: string): string =>
  /^MemoryMax=[^]*?(?=\n\n|\n$)/m.exec(textOf(path))?.[0] ?? ''

test('the service and the backup of a night have the same limits', () => {
  expect(limitsOf('deploy/transect.service')).toMatch(/^NoNewPrivileges=true$/m)
  expect(limitsOf('deploy/transect-backup.service')).toBe(limitsOf('deploy/transect.service'))
})

const units = readdirSync(join(root, 'deploy')).filter(name => /\.(service|timer)$/.test(name))

test('the backup of a night gives the command options that it has, and settings of the server', () => {
  const unit = textOf('deploy/transect-backup.service')
  const [, line = ''] =
    /^ExecStart=\/usr\/bin\/node --import tsx server\/admin\.ts (.*)$/m.exec(unit) ?? []
  const { noun, verb, given } = readLine(line.split(' '))
  expect([noun, verb]).toEqual(['backup', 'create'])
  expect(Object.keys(given.options).toSorted()).toEqual(['keep', 'recipient', 'to'])
  for (const [, name = ''] of line.matchAll(/\$\{(\w+)\}/g))
    expect(unit).toMatch(new RegExp(`# .*${name}`))
  const environmentOf = (path: string) => /^Environment.*\nEnvironment.*$/m.exec(textOf(path))?.[0]
  expect(environmentOf('deploy/transect-backup.service')).toBe(
    environmentOf('deploy/transect.service'),
  )
  expect(units).toContain('transect-backup.timer')
})

test.skipIf(!existsSync('/usr/bin/systemd-analyze')).each(units)('systemd accepts %s', name => {
  const unit = join(root, 'deploy', name)
  expect(() => execFileSync('systemd-analyze', ['verify', unit], { stdio: 'pipe' })).not.toThrow()
})

test
  .skipIf(!existsSync('/usr/bin/systemd-analyze'))
  .each(units.filter(name => name.endsWith('.service')))(
  'systemd finds %s exposed at most 2 of 10',
  name => {
    const args = ['security', '--offline=true', '--threshold=20', join(root, 'deploy', name)]
    expect(() => execFileSync('systemd-analyze', args, { stdio: 'pipe' })).not.toThrow()
  },
)
