// oxlint-disable-next-line no-underscore-dangle -- the build replaces it, so its name must be no other's
declare const __APP_VERSION__: string | undefined

/** Everything a deployment may call its own: set at build time, read nowhere else (decisions 1). */
export const config = {
  /** The product's name; also what stands in the header when the organization has none (1.4). */
  appName: textOf(import.meta.env['VITE_APP_NAME'], 'Transect'),
  /** Where Help sends people (1.8). */
  supportEmail: textOf(import.meta.env['VITE_SUPPORT_EMAIL'], 'support@transect.example'),
  /** From package.json (1.7). */
  version: typeof __APP_VERSION__ === 'string' ? __APP_VERSION__ : '0.0.0',
  /** Bundled: shown while the organization's own logo is missing (1.4). */
  defaultLogo: '/default-logo.svg',
  /** Bundled: shown while there is no picture of the surveyor (2.shell.2). */
  defaultAvatar: '/default-avatar.svg',
} as const

function textOf(value: unknown, otherwise: string): string {
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : otherwise
}
