import { Button } from '@butaca/ui';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { ChangeGuide } from './change-guide.tsx';
import { describeLink } from './guide-match-words.ts';
import './guide-matches.css';
import { guideMatchQuery } from './guide-matches.queries.ts';

/** From which channel of a guide a channel has its programmes, below its form, with the button that changes it. */
export function GuideOfChannel({ channelId }: { channelId: string }) {
  const { data: match } = useQuery(guideMatchQuery(channelId));
  const [isOpen, setOpen] = useState(false);
  if (match === undefined) return null;
  const { name, detail } = describeLink(match);
  return (
    <section className="guideofchannel" aria-labelledby="guia-del-canal">
      <h2 id="guia-del-canal">Guía de programación</h2>
      <span className="channelguides__link">
        <b>{name}</b>
        <small>{detail}</small>
      </span>
      <Button size="sm" variant="line" onClick={() => setOpen(true)}>
        Cambiar guía
      </Button>
      {isOpen && <ChangeGuide match={match} onClose={() => setOpen(false)} />}
    </section>
  );
}
