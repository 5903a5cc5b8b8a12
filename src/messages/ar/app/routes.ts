import { config } from '../../../config.ts'
import type * as english from '../../app/routes.ts'

export const titles: typeof english.titles = {
  unnamed: `${config.appName} | منصة جمع البيانات الميدانية`,
  login: `${config.appName} | تسجيل الدخول`,
}

export const routeWords: typeof english.routeWords = {
  login: { title: 'تسجيل الدخول', description: 'سجّل الدخول لترى الاستبيانات المسندة إليك.' },
  forgotPassword: {
    title: 'نسيت كلمة المرور',
    description: 'اطلب رابطًا لاختيار كلمة مرور جديدة.',
  },
  resetPassword: { title: 'إعادة تعيين كلمة المرور', description: 'اختر كلمة مرور جديدة.' },
  about: { title: 'حول التطبيق', description: 'ما هو هذا التطبيق وما الذي يستطيعه.' },
  help: { title: 'المساعدة والدعم', description: 'أجوبة عن الأسئلة، وكيف تصل إلينا.' },
  guide: { title: 'دليل المستخدم', description: 'كيف تعمل بالتطبيق، خطوة بخطوة.' },
  videos: { title: 'دروس مصوّرة', description: 'جولات قصيرة تعمل دون اتصال.' },
  documentation: {
    title: 'التوثيق',
    description: 'كيف يحفظ التطبيق بياناتك ويرسلها ويحميها.',
  },
  setPassword: { title: 'تعيين كلمة المرور', description: 'اختر كلمة مرورك الأولى.' },
  dashboard: { title: 'لوحة المعلومات', description: 'استبياناتك واستماراتك في لمحة.' },
  projects: { title: 'المشاريع', description: 'الاستبيانات المسندة إليك.' },
  completedSurveys: {
    title: 'الاستبيانات المكتملة',
    description: 'الاستبيانات التي لها استمارة واحدة على الأقل.',
  },
  allSurveys: { title: 'كل الاستبيانات', description: 'كل استبيان مسند إليك.' },
  survey: { title: 'استبيان', description: 'تعبئة استبيان، بشبكة أو من دونها.' },
  submissions: { title: 'الاستمارات', description: 'ما أرسلته، الأحدث أولًا.' },
  submission: { title: 'استمارة', description: 'استمارة واحدة وإجاباتها.' },
  sync: { title: 'المزامنة', description: 'ما ينتظر الإرسال إلى الخادم.' },
  recovery: {
    title: 'الاسترجاع',
    description: 'عمل لم يُرسَل أو لم يُقبل، محفوظ حتى تقرر.',
  },
  bin: {
    title: 'سلة المحذوفات',
    description: 'الاستمارات المحذوفة، تُحفظ 30 يومًا.',
  },
  cases: { title: 'الحالات', description: 'من وما تزوره مرة أخرى.' },
  case: { title: 'الحالة', description: 'المعلومات المعروفة عن حالة واحدة وزياراتها.' },
  ready: {
    title: 'جاهز للميدان',
    description: 'هل يستطيع هذا الجهاز العمل يومًا بلا شبكة.',
  },
  settings: { title: 'الإعدادات', description: 'حسابك وبياناتك وهذا الجهاز.' },
  profile: { title: 'تعديل الملف الشخصي', description: 'اسمك ورقم هاتفك وصورتك.' },
  changePassword: { title: 'تغيير كلمة المرور', description: 'اختر كلمة مرور أخرى.' },
}
