import type { NetworkQuality } from '../../../../replication/http/network-quality.ts'
import type * as english from '../../app/app.ts'
import { submissions } from '../plural.ts'

const qualityText: Readonly<Record<NetworkQuality, string>> = {
  offline: 'غير متصل',
  'very-slow': 'متصل، شبكة بطيئة جدًا',
  slow: 'متصل، شبكة بطيئة',
  medium: 'متصل، شبكة متوسطة',
  fast: 'متصل، شبكة سريعة',
}

const shortQuality = { offline: 'غير متصل', 'very-slow': 'بطيء جدًا', slow: 'بطيء' } as const

export const shell: typeof english.shell = {
  offlineBanner: 'أنت غير متصل. يمكنك متابعة تعبئة النموذج.',
  dismissBanner: 'إغلاق',
  home: 'الانتقال إلى لوحة المعلومات',
  unnamed: 'مستخدم',
  accountMenu: name => `حساب ${name}`,
  myProfile: 'ملفي الشخصي',
  changePassword: 'تغيير كلمة المرور',
  tabs: 'الرئيسية',
  dashboard: 'اللوحة',
  projects: 'المشاريع',
  sync: 'المزامنة',
  settings: 'الإعدادات',
  network: quality => qualityText[quality],
  spoken: (state, waiting) => `${state}، ${waiting}`,
  quality: quality => (quality === 'fast' || quality === 'medium' ? '' : shortQuality[quality]),
  nothingPending: 'لا شيء في الانتظار',
  skipToContent: 'الانتقال إلى المحتوى',
}

export const network: typeof english.network = {
  labels: { 'login-page': 'صفحة الدخول', 'server-down': 'لا خادم' },
  spoken: {
    'login-page': 'صفحة الدخول: تطلب الشبكة تعبئتها',
    'server-down': 'لا خادم: توجد شبكة، لكن الخادم لا يجيب',
  },
  titles: {
    'login-page': 'تطلب هذه الشبكة تسجيل الدخول إليها',
    'server-down': 'الخادم لا يجيب',
    slow: 'الشبكة بطيئة',
  },
  tips: {
    'login-page':
      'افتح إعدادات الواي فاي في هذا الجهاز، أو أي صفحة في المتصفح، واملأ صفحة الدخول إلى الشبكة. عملك محفوظ هنا ويُرسَل مع المزامنة التالية.',
    'server-down':
      'الشبكة موجودة، لكن الخادم لا يجيب. عملك محفوظ هنا ويُرسَل مع المزامنة التالية. في شبكة واي فاي عامة، ابحث عن صفحة الدخول إليها.',
    slow: 'تُرسل الإجابات قبل الصور. إذا طال الأمر، فعّل وضع الاتصال البطيء في الإعدادات.',
  },
}

export const notArrived: typeof english.notArrived = {
  submissions: count => `لم يصل بعد: ${submissions(count)}`,
  deletions: count => `لم يصل بعد حذف ${submissions(count)}`,
  profile: 'لم تصل بعد تغييرات ملفك الشخصي',
}

export const leaving: typeof english.leaving = {
  title: 'هل تريد تجاهل التغييرات؟',
  message: 'لديك تغييرات غير محفوظة. هل تريد حقًا مغادرة هذه الصفحة؟',
  keep: 'الاحتفاظ بها كمسودة',
  kept: 'إجاباتك على هذا الجهاز، لكنها لم تُرسَل. «الاحتفاظ بها كمسودة» يُبقيها عليه. «تأكيد» يحذف ما أدخلته منذ فتحت هذا الاستبيان.',
  failed: 'تعذّر ذلك على هذا الجهاز. إجاباتك ما زالت هنا. وفّر بعض المساحة إذا كان الجهاز ممتلئًا.',
}

export const inactive: typeof english.inactive = {
  title: 'الحساب غير نشط',
  message: 'حسابك غير نشط حاليًا. يُرجى الاتصال بالمسؤول للمساعدة.',
  kept: 'يبقى عملك على هذا الجهاز. يمكنك إرساله عندما يصبح حسابك نشطًا من جديد.',
  okay: 'حسنًا',
}
