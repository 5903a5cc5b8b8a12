import { resolve } from 'node:path'
import { expect, test } from 'vitest'
import { ConfigProblem, readConfig } from '../../server/config.ts'

test("without settings the server is for the developer's machine", () => {
  expect(readConfig({})).toEqual({
    port: 8080,
    host: '127.0.0.1',
    dataDirectory: resolve('.data'),
    databaseUrl: null,
    allowedOrigins: [],
    publicUrl: null,
    geocoderUrl: 'https://nominatim.openstreetmap.org/reverse',
    tiles: null,
    apiOrigin: null,
    trustProxy: false,
    mode: 'production',
    reset: false,
    s3: null,
    bucket: null,
    smtp: null,
    metricsToken: null,
    demo: true,
    logLevel: 'info',
    clientDirectory: resolve('dist'),
  })
})

test('settings are read, and addresses become origins', () => {
  const config = readConfig({
    PORT: '0',
    ALLOWED_ORIGINS: 'https://a.example/, https://b.example:8443/app',
    PUBLIC_URL: 'https://survey.example/',
    GEOCODER_URL: 'http://127.0.0.1:9/reverse',
    TRANSECT_MODE: 'test',
    DATABASE_URL: ' ',
  })
  expect(config).toMatchObject({
    port: 0,
    allowedOrigins: ['https://a.example', 'https://b.example:8443'],
    publicUrl: 'https://survey.example',
    geocoderUrl: 'http://127.0.0.1:9/reverse',
    mode: 'test',
    databaseUrl: null,
  })
})

test('a service of map tiles is only there where it is named, with its places', () => {
  const url = 'https://tiles.example.org/{z}/{x}/{y}.png?key=1'
  expect(readConfig({ TILES_URL: url }).tiles).toEqual({ url, attribution: '' })
  const TILES_ATTRIBUTION = '© OpenStreetMap'
  expect(readConfig({ TILES_URL: url, TILES_ATTRIBUTION }).tiles).toEqual({
    url,
    attribution: TILES_ATTRIBUTION,
  })
  for (const wrong of ['https://tiles.example.org/', 'tiles/{z}/{x}/{y}', 'ftp://a/{z}/{x}/{y}'])
    expect(() => readConfig({ TILES_URL: wrong })).toThrow(/^TILES_URL must be/)
  expect(() => readConfig({ TILES_ATTRIBUTION })).toThrow('TILES_URL is needed')
})

test('an invalid setting is named', () => {
  expect(() => readConfig({ PORT: 'http' })).toThrow(ConfigProblem)
  expect(() => readConfig({ PORT: '99999' })).toThrow('PORT')
  expect(() => readConfig({ ALLOWED_ORIGINS: '*' })).toThrow('ALLOWED_ORIGINS')
  expect(() => readConfig({ S3_BUCKET: 'files' })).toThrow('S3_ENDPOINT is needed')
  expect(() => readConfig({ S3_REGION: 'eu' })).toThrow('S3_ENDPOINT is needed')
  expect(() => readConfig({ MAIL_FROM: 'a@b.example' })).toThrow('SMTP_URL is needed')
  expect(() => readConfig({ SMTP_URL: 'smtp://mail.example' })).toThrow('MAIL_FROM is needed')
  const secret = { SMTP_URL: 'http://u:secret@mail.example', MAIL_FROM: 'a@b.example' }
  expect(() => readConfig(secret)).toThrow(/^SMTP_URL must be(?!.*secret)/)
  for (const text of ['user:secret@db.example/name', 'https://u:secret@db.example'])
    expect(() => readConfig({ DATABASE_URL: text })).toThrow(/^DATABASE_URL must be(?!.*secret)/)
  for (const text of ['postgres://db/name', 'postgresql://db/name', '/run/postgresql name'])
    expect(readConfig({ DATABASE_URL: text }).databaseUrl).toBe(text)
  expect(readConfig({ TRANSECT_MODE: 'Test' }).mode).toBe('production')
})

test('an S3 store without a bucket is for backups only', () => {
  const account = {
    S3_ENDPOINT: 'https://s3.example/',
    S3_REGION: 'eu',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
  }
  const s3 = { endpoint: 'https://s3.example', region: 'eu', accessKeyId: 'id' }
  expect(readConfig(account)).toMatchObject({ s3, bucket: null })
  expect(readConfig({ ...account, S3_BUCKET: 'files' })).toMatchObject({ s3, bucket: 'files' })
})

test('a mail server must encrypt, unless a setting says otherwise', () => {
  const mail = { SMTP_URL: 'smtp://mail.example', MAIL_FROM: 'a@b.example' }
  expect(readConfig(mail).smtp?.isInsecure).toBe(false)
  expect(readConfig({ ...mail, SMTP_INSECURE: '1' }).smtp?.isInsecure).toBe(true)
})

test.each(['TRUST_PROXY', 'DEMO', 'RESET'])('%s is 1 or 0, and nothing else', name => {
  expect(() => readConfig({ [name]: 'true' })).toThrow(`${name} must be 1 or 0, not "true".`)
})

test.each([
  [{}, true],
  [{ HOST: 'localhost', PUBLIC_URL: 'http://127.0.0.1:8080' }, true],
  [{ HOST: '0.0.0.0' }, false],
  [{ HOST: '::' }, false],
  [{ PUBLIC_URL: 'https://survey.example' }, false],
  [{ PUBLIC_URL: 'https://localhost.example' }, false],
  [{ HOST: '0.0.0.0', DEMO: '1' }, true],
  [{ DEMO: '0' }, false],
  [{ TRUST_PROXY: '1' }, false],
  [{ TRUST_PROXY: '0', DEMO: ' ' }, true],
])('with %j the demo and its public logins are there: %s', (environment, isThere) => {
  expect(readConfig(environment).demo).toBe(isThere)
})

test('only a terminal with the demo has a log of what went wrong alone, unless a setting says so', () => {
  const levelOf = (environment: Record<string, string>, isTerminal: boolean) =>
    readConfig(environment, isTerminal).logLevel
  expect(levelOf({}, true)).toBe('warn')
  expect(levelOf({}, false)).toBe('info')
  expect(levelOf({ TRUST_PROXY: '1' }, true)).toBe('info')
  expect(levelOf({ HOST: '0.0.0.0' }, true)).toBe('info')
  expect(levelOf({ LOG_LEVEL: 'info' }, true)).toBe('info')
  expect(levelOf({ LOG_LEVEL: 'warn', TRUST_PROXY: '1' }, false)).toBe('warn')
  expect(() => readConfig({ LOG_LEVEL: 'debug' })).toThrow('LOG_LEVEL')
})
