import { usePage } from '../../../lib/use-page.ts';
import { Closing } from './Closing.tsx';
import { Comparison } from './Comparison.tsx';
import { hero } from './content/top-texts.ts';
import { Examples } from './Examples.tsx';
import { Features } from './Features.tsx';
import { Hero } from './Hero.tsx';
import { HowItWorks } from './HowItWorks.tsx';
import { InferenceApi } from './InferenceApi.tsx';
import { LiveDemo } from './LiveDemo.tsx';
import { Marquee } from './Marquee.tsx';
import { Power } from './Power.tsx';
import { StickyBar } from './StickyBar.tsx';
import { Testimonials } from './Testimonials.tsx';
import { WhyUs } from './WhyUs.tsx';

/** The sections are in the order of SITE-034. The surrounding layout contains the footer [SITE-021]. */
export function LandingPage() {
  const heading = usePage(hero.pageTitle);
  return (
    <>
      <Hero heading={heading} />
      <Features />
      <Examples />
      <Marquee />
      <HowItWorks />
      <LiveDemo />
      <WhyUs />
      <Power />
      <InferenceApi />
      <Comparison />
      <Testimonials />
      <Closing />
      <StickyBar />
    </>
  );
}
