import { config } from '../../config.ts'

/** A link that opens a prepared e-mail to support (decisions 6). */
export const mailLink = ({
  subject,
  body,
}: {
  readonly subject: string
  readonly body: string
}): string =>
  `mailto:${config.supportEmail}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`
