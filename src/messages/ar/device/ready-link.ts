import type * as english from '../../device/ready-link.ts'

export const readyLink: typeof english.readyLink = {
  title: 'جاهز للميدان؟',
  detail: 'افحص هذا الجهاز قبل أن تغادر الشبكة.',
}
