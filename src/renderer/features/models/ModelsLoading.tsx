import styles from './ModelPicker.module.css';
import { modelTexts } from './texts.ts';

export const ModelsLoading = () => <output className={styles.skeleton} aria-label={modelTexts.loading} />;
