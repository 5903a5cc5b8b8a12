import * as v from 'valibot'
import type { OfficeCall } from './office-call.ts'
import { Card } from './people-calls.ts'
import { roles, Scope } from './roles.ts'

/** The calls about the organization, the office's accounts and the server, with what they send and answer. */

const administrators = ['administrator'] as const

const text = v.string()
const maybeText = v.nullable(text)
const whole = v.pipe(v.number(), v.integer())
const name = v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(200))

/** An account in the list. */
export const OfficeAccount = v.object({
  id: text,
  email: text,
  name: text,
  role: v.picklist(roles),
  scope: Scope,
  is_active: v.boolean(),
  is_temporary: v.boolean(),
  has_code: v.boolean(),
})
/** An account in the list. */
export type OfficeAccount = v.InferOutput<typeof OfficeAccount>

/** A new account. */
export const NewAccount = v.object({
  email: v.pipe(
    v.string(),
    v.trim(),
    v.toLowerCase(),
    v.maxLength(320),
    v.regex(/^[^\s@]+@[^\s@]+$/),
  ),
  name,
  role: v.picklist(roles),
  scope: Scope,
})
/** Whether an account may sign in. */
export const AccountActiveRequest = v.object({ is_active: v.boolean() })

const Cards = v.object({ cards: v.array(Card) })

/** The largest logo in bytes. */
export const logoBytes = 1_000_000

/** The organization; `logo` is a link to it. */
export const Organization = v.object({ name: text, logo: maybeText, tag: text })
/** The organization. */
export type Organization = v.InferOutput<typeof Organization>

/** A change of the organization. Without `logo` that stays; null removes it. */
export const OrganizationChange = v.object({
  name,
  logo: v.optional(
    v.nullable(v.object({ name: text, base64: v.pipe(v.string(), v.maxLength(1_400_000)) })),
  ),
})

/** What became of an e-mail: sent, kept on the server because it has no mail server, or failed, and why. */
const MailResult = v.object({
  kind: v.picklist(['sent', 'kept', 'failed']),
  to: text,
  why: maybeText,
})

/** What the server does, or did last, with a backup. */
const BackupWork = v.object({
  act: v.picklist(['create', 'check']),
  name: text,
  by: text,
  begun_at: text,
  ended_at: maybeText,
  /** `cut`: its process ended before it did. */
  state: v.picklist(['running', 'done', 'failed', 'cut']),
  why: maybeText,
})

/** The backups on the server’s disk, newest first, and when the last one was made by any means. */
export const Backups = v.object({
  /** The folder; null where this server makes none. */
  place: maybeText,
  last_at: maybeText,
  work: v.nullable(BackupWork),
  backups: v.array(
    v.object({ name: text, made_at: text, surveyors: whole, submissions: whole, files: whole }),
  ),
})
/** The backups on the server’s disk. */
export type Backups = v.InferOutput<typeof Backups>

/** A page of the trail, latest first. */
const Trail = v.object({
  entries: v.array(v.object({ id: text, at: text, who: text, command: text })),
  page: whole,
  limit: whole,
  total: whole,
})

/** The state of the server. */
export const ServerState = v.object({
  version: text,
  database: v.object({ version: text, bytes: v.number() }),
  files: v.object({ place: text, is_reachable: v.boolean() }),
  /** Free on the disk of the data directory; null when unknown. */
  free_bytes: v.nullable(v.number()),
  /** Uploads that are not complete. */
  unfinished: v.nullable(whole),
  mail: v.object({ is_sent: v.boolean(), failed: whole }),
  /** The addresses that people open. */
  app: text,
  office: text,
})
/** The state of the server. */
export type ServerState = v.InferOutput<typeof ServerState>

/** The calls about the organization, the office's accounts and the server. */
export const settingsCalls = {
  accounts: {
    method: 'GET',
    path: '/office/accounts',
    roles: administrators,
    summary: 'The accounts of the office.',
    data: v.array(OfficeAccount),
    refusals: [],
  },
  accountAdd: {
    method: 'POST',
    path: '/office/accounts',
    roles: administrators,
    summary: 'Add an account. Answers the temporary password, once.',
    body: NewAccount,
    data: Cards,
    refusals: [422],
  },
  accountReset: {
    method: 'POST',
    path: '/office/accounts/:id/card',
    roles: administrators,
    summary: 'Give an account a temporary password, without authenticator and sessions.',
    data: Cards,
    refusals: [404, 409, 422],
  },
  accountActivate: {
    method: 'PUT',
    path: '/office/accounts/:id/active',
    roles: administrators,
    summary: 'Activate an account, or deactivate it and end its sessions.',
    body: AccountActiveRequest,
    data: v.null(),
    refusals: [404, 422],
  },
  organization: {
    method: 'GET',
    path: '/office/organization',
    roles: administrators,
    summary: 'The organization.',
    data: Organization,
    refusals: [],
  },
  organizationChange: {
    method: 'PUT',
    path: '/office/organization',
    roles: administrators,
    summary: 'Change the organization’s name and logo.',
    headers: { 'If-Match': 'The tag of the organization that was changed.' },
    body: OrganizationChange,
    data: Organization,
    refusals: [412, 413, 422],
  },
  mailTest: {
    method: 'POST',
    path: '/office/mail-test',
    roles: administrators,
    summary: 'Send an e-mail to this account’s address.',
    data: MailResult,
    refusals: [429],
  },
  backups: {
    method: 'GET',
    path: '/office/backups',
    roles: administrators,
    summary: 'The backups on the server’s disk.',
    data: Backups,
    refusals: [],
  },
  backupCreate: {
    method: 'POST',
    path: '/office/backups',
    roles: administrators,
    summary: 'Begin a backup, which is verified at its end. Another answer says how it goes.',
    data: v.null(),
    refusals: [409],
  },
  backupCheck: {
    method: 'POST',
    path: '/office/backups/:id/check',
    roles: administrators,
    summary: 'Begin to read a backup and to verify every byte.',
    data: v.null(),
    refusals: [404, 409],
  },
  trail: {
    method: 'GET',
    path: '/office/trail',
    roles: administrators,
    summary: 'Who did what, latest first.',
    query: {
      page: 'From 1.',
      limit: 'Rows per page, at most 200 and by default 50.',
      text: 'Part of who did it, or of what.',
    },
    data: Trail,
    refusals: [],
  },
  server: {
    method: 'GET',
    path: '/office/server',
    roles: administrators,
    summary: 'The state of the server.',
    data: ServerState,
    refusals: [],
  },
} as const satisfies Record<string, OfficeCall>
