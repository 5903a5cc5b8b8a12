import { config } from '../../config.ts'

/** An e-mail to the support, ready to be completed (decisions 6). */
export const mailLink = ({
  subject,
  body,
}: {
  readonly subject: string
  readonly body: string
}): string =>
  `mailto:${config.supportEmail}?subject=${encodeURIComponent(subject)}&body=${encodeURIComponent(body.replaceAll('\n', '\r\n'))}`
