// oxlint-disable-next-line no-underscore-dangle -- the build replaces this name, so it must not clash with another
declare const __APP_VERSION__: string | undefined

/** The names that a deployment may set at build time; read nowhere else (decisions 1). */
export const config = {
  /** The product's name; the header shows it when the organization has none (1.4). */
  appName: textOf(import.meta.env['VITE_APP_NAME'], 'Transect'),
  /** The support address on the help screen (1.8). */
  supportEmail: textOf(import.meta.env['VITE_SUPPORT_EMAIL'], 'support@transect.example'),
  /** The earlier app's database on a phone, which the spec does not name (docs/new-version.md). */
  legacyDatabase: textOf(import.meta.env['VITE_LEGACY_DATABASE'], 'FieldSurveyDB'),
  /** From package.json (1.7). */
  version: typeof __APP_VERSION__ === 'string' ? __APP_VERSION__ : '0.0.0',
  /** Bundled; shown while the organization's logo is missing (1.4). */
  defaultLogo: '/default-logo.svg',
  /** Bundled; shown while the surveyor has no picture (2.shell.2). */
  defaultAvatar: '/default-avatar.svg',
} as const

function textOf(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : otherwise
}
