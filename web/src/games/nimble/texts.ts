import { translate } from '../../i18n';
import en from './en.json';
import fr from './fr.json';

export const t = translate({ en, fr });
