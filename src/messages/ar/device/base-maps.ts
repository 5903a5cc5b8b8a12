import type * as english from '../../device/base-maps.ts'

export const baseMaps: typeof english.baseMaps = {
  title: 'الخرائط',
  absent: size => `ليست على هذا الجهاز (${size}).`,
  part: (here, size) => `${here} من ${size} موجودة هنا.`,
  kept: size => `على هذا الجهاز (${size}).`,
  download: (name, size) => `تنزيل الخريطة: ${name} (${size})`,
  fetch: 'تنزيل',
  goOn: 'متابعة',
  stop: 'إيقاف',
  remove: 'حذف',
  removeTitle: name => `حذف الخريطة «${name}» من هذا الجهاز؟`,
  removeText: size => `يحرر ذلك ${size}. لا تُحذف أي إجابة، ويمكن تنزيل الخريطة من جديد.`,
  progress: name => `جارٍ تنزيل ${name}`,
  problems: {
    network: 'انقطعت الشبكة. يُستأنف التنزيل عند عودتها.',
    gone: 'لم تعد هذه الخريطة على الخادم.',
    server: 'لم يرسل الخادم هذه الخريطة. حاول لاحقًا.',
    'no-room': 'لا توجد مساحة لهذه الخريطة على هذا الجهاز.',
    'made-room': 'حُذفت هنا أو أخلت مكانًا للإجابات، وتنتظر أن تنزّلها.',
    elsewhere: 'تقوم علامة تبويب أخرى بتنزيلها.',
  },
  ready: (here, all) => `${here} من ${all} على هذا الجهاز.`,
  readyBad: 'نزّل الباقي الآن، ويُفضّل عبر Wi-Fi.',
  readyBadOffline: 'اتصل بالإنترنت لتنزيل الباقي.',
}
