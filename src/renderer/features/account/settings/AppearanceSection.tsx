import '../../../theme/code-themes.css';
import { Choice } from '../../../components/Choice.tsx';
import { ColorSchemeControl } from '../../../components/ColorSchemeControl.tsx';
import { choiceTexts } from '../../../components/texts.ts';
import { appearance } from '../../../lib/appearance.ts';
import { type DeviceChoice, useDeviceChoice } from '../../../lib/device-choice.ts';
import { Section } from '../Section.tsx';
import { settingTexts as texts } from './texts.ts';
import { Setting } from './Setting.tsx';
import styles from './Settings.module.css';

export function AppearanceSection() {
  return (
    <Section id="appearance" isAlone scope="device">
      <Setting title={choiceTexts.scheme}>
        <ColorSchemeControl />
      </Setting>
      <DeviceSetting title={texts.density} choice={appearance.density} texts={texts.densities} />
      <DeviceSetting title={texts.textSize} choice={appearance.textSize} texts={texts.textSizes} />
      <DeviceSetting title={texts.codeTheme} choice={appearance.codeTheme} texts={texts.codeThemes} />
      <CodeSample />
    </Section>
  );
}

interface DeviceSettingProps<Value extends string> {
  readonly title: string;
  readonly choice: DeviceChoice<Value>;
  readonly texts: Readonly<Record<Value, string>>;
}

function DeviceSetting<Value extends string>({ title, choice, texts: names }: DeviceSettingProps<Value>) {
  const chosen = useDeviceChoice(choice);
  return (
    <Setting title={title}>
      <Choice label={title} options={choice.options} texts={names} chosen={chosen} onChoose={choice.set} />
    </Setting>
  );
}

function CodeSample() {
  return (
    <pre className={styles.sample} aria-hidden>
      <i data-kind="keyword">function</i> <i data-kind="title">leaves</i>(<i data-kind="name">clover</i>:{' '}
      <i data-kind="type">Leaf</i>) {'{'}
      {'\n  '}
      <i data-kind="keyword">return</i> clover.rare ? <i data-kind="number">4</i> :{' '}
      <i data-kind="number">3</i>; <i data-kind="comment">{'// rare'}</i>
      {'\n}'}
    </pre>
  );
}
