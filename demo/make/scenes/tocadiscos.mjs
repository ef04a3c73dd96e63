// The loop «tocadiscos»: a record player by a window on a rainy night. The room is static; the record, the needles of
// the amplifier, the rain, the steam and a sleeping cat move. Beats in this scene are those of the loop's score: 48 per
// loop.
import { createGrain, createLayer, createRandom, drawGlow, lerp, mixColours, smoothstep, verticalGradient, wave, withAlpha, wrap } from './drawing.mjs';
import { drawCat, drawFurniture, drawMug, drawRoom, roundedRect, table } from './tocadiscos-room.mjs';

const pane = { x: 452, y: 62, wide: 600, tall: 366 };
const beats = 48;

/** Draws the view through the window, without the rain. */
function createNight() {
  const { canvas, context } = createLayer(pane.wide, pane.tall);
  const random = createRandom(15);
  context.fillStyle = verticalGradient(context, 0, pane.tall, [[0, '#0c1533'], [0.5, '#23305f'], [0.85, '#51437a'], [1, '#6b4c7c']]);
  context.fillRect(0, 0, pane.wide, pane.tall);
  for (const [colour, low, high, step] of [['#2a3465', 120, 240, 52], ['#171f48', 60, 190, 66]]) {
    for (let x = -20; x < pane.wide; x += step * lerp(0.7, 1.1, random())) {
      const tall = lerp(low, high, random());
      context.fillStyle = colour;
      context.fillRect(x, pane.tall - tall, step, tall);
      for (let y = pane.tall - tall + 12; y < pane.tall; y += 15) {
        for (let wx = x + 8; wx < x + step - 10; wx += 13) {
          if (random() < 0.72) continue;
          context.fillStyle = withAlpha(mixColours('#ffcf8a', '#ff9db5', random()), lerp(0.2, 0.7, random()));
          context.fillRect(wx, y, 5, 6);
        }
      }
    }
  }
  // Blurs the city, because the window glass is wet.
  const soft = createLayer(pane.wide, pane.tall);
  soft.context.filter = 'blur(2.6px)';
  soft.context.drawImage(canvas, 0, 0);
  return soft.canvas;
}

function drawPlayerBody(context) {
  context.fillStyle = 'rgb(12 6 14 / .42)';
  context.beginPath();
  context.ellipse(452, table + 140, 262, 17, 0, 0, Math.PI * 2);
  context.fill();
  context.fillStyle = '#3b2029';
  context.beginPath();
  context.moveTo(258, table - 8);
  context.lineTo(646, table - 8);
  context.lineTo(690, table + 104);
  context.lineTo(214, table + 104);
  context.fill();
  context.fillStyle = verticalGradient(context, table - 8, table + 104, [[0, '#b98461'], [1, '#93593e']]);
  context.beginPath();
  context.moveTo(262, table - 5);
  context.lineTo(642, table - 5);
  context.lineTo(685, table + 102);
  context.lineTo(219, table + 102);
  context.fill();
  context.fillStyle = verticalGradient(context, table + 104, table + 138, [[0, '#7a442f'], [1, '#4a2622']]);
  roundedRect(context, 214, table + 103, 476, 33, [0, 0, 7, 7]);
  context.fillStyle = 'rgb(255 226 180 / .25)';
  context.fillRect(214, table + 103, 476, 1.5);
}

function drawRecord(context, phase) {
  const [x, y] = [424, table + 47];
  context.save();
  context.translate(x, y);
  context.scale(1, 0.3);
  context.fillStyle = '#241620';
  context.beginPath();
  context.arc(0, 14, 164, 0, Math.PI * 2);
  context.fill();
  context.fillStyle = '#121017';
  context.beginPath();
  context.arc(0, 0, 160, 0, Math.PI * 2);
  context.fill();
  const shine = context.createConicGradient(-0.9 + 0.012 * wave(phase, 22), 0, 0);
  for (const [at, alpha] of [[0, 0], [0.06, 0.3], [0.12, 0], [0.46, 0], [0.54, 0.2], [0.62, 0], [1, 0]]) shine.addColorStop(at, `rgb(255 205 150 / ${alpha})`);
  context.fillStyle = shine;
  context.beginPath();
  context.arc(0, 0, 156, 0, Math.PI * 2);
  context.fill();
  context.lineWidth = 1;
  for (let groove = 62; groove < 156; groove += 7.5) {
    context.strokeStyle = groove % 30 < 7 ? 'rgb(0 0 0 / .6)' : 'rgb(255 235 220 / .07)';
    context.beginPath();
    context.arc(0, 0, groove, 0, Math.PI * 2);
    context.stroke();
  }
  context.rotate(phase * 22 * Math.PI * 2);
  context.fillStyle = '#ff7ac6';
  context.beginPath();
  context.arc(0, 0, 54, 0, Math.PI * 2);
  context.fill();
  context.fillStyle = '#ffd166';
  context.beginPath();
  context.arc(0, 0, 54, -0.5, 0.9);
  context.lineTo(0, 0);
  context.fill();
  context.fillStyle = '#3c1a3a';
  context.fillRect(-40, 16, 30, 5);
  context.fillRect(-36, 26, 20, 4);
  context.fillStyle = '#f4efe6';
  context.beginPath();
  context.arc(0, 0, 5, 0, Math.PI * 2);
  context.fill();
  context.restore();
}

function drawArm(context, phase) {
  const sway = 1.4 * wave(phase, 22) + 3 * wave(phase, 1);
  context.fillStyle = '#2d1e26';
  context.beginPath();
  context.ellipse(612, table + 20, 27, 10, 0, 0, Math.PI * 2);
  context.fill();
  context.fillStyle = '#cbbfae';
  context.beginPath();
  context.ellipse(612, table + 14, 16, 7, 0, 0, Math.PI * 2);
  context.fill();
  context.strokeStyle = 'rgb(10 6 12 / .4)';
  context.lineWidth = 5;
  context.lineCap = 'round';
  const line = (drop) => {
    context.beginPath();
    context.moveTo(632, table + 2 + drop);
    context.lineTo(610, table + 12 + drop);
    context.quadraticCurveTo(604, table + 66 + drop, 516 + sway, table + 70 + drop);
    context.stroke();
  };
  line(8);
  context.strokeStyle = '#e7ddcd';
  context.lineWidth = 4;
  line(0);
  context.fillStyle = '#2b2027';
  context.save();
  context.translate(511 + sway, table + 70);
  context.rotate(-0.12);
  roundedRect(context, -17, -5, 24, 11, 2);
  context.restore();
}

function drawMeters(context, phase) {
  for (const [index, x] of [790, 886].entries()) {
    const place = wrap(phase * beats + index * 0.1, 1);
    const hit = Math.exp(-place * 4.2) * (0.55 + 0.25 * wave(phase, 12, index * 0.3));
    const level = 0.26 + 0.1 * wave(phase, 31, index * 0.37) + hit * 0.55;
    context.save();
    context.beginPath();
    context.roundRect(x, table + 12, 84, 62, 4);
    context.clip();
    context.fillStyle = verticalGradient(context, table + 12, table + 74, [[0, '#ffe7b0'], [1, '#ffb968']]);
    context.fillRect(x, table + 12, 84, 62);
    context.strokeStyle = '#6a3b2a';
    context.lineWidth = 1.6;
    context.beginPath();
    context.arc(x + 42, table + 86, 54, -2.3, -0.98);
    context.stroke();
    context.strokeStyle = '#c8323a';
    context.lineWidth = 3;
    context.beginPath();
    context.arc(x + 42, table + 86, 54, -1.22, -0.9);
    context.stroke();
    const angle = lerp(-2.3, -0.9, level);
    context.strokeStyle = '#2b1a1c';
    context.lineWidth = 1.8;
    context.beginPath();
    context.moveTo(x + 42, table + 86);
    context.lineTo(x + 42 + Math.cos(angle) * 56, table + 86 + Math.sin(angle) * 56);
    context.stroke();
    context.restore();
    drawGlow(context, x + 42, table + 44, 90, '#ffc983', 0.16);
  }
}

export async function createScene(width, height) {
  const night = createNight();
  const back = createLayer(width, height);
  drawRoom(back.context, width);
  const front = createLayer(width, height);
  drawFurniture(front.context, width, height);
  drawPlayerBody(front.context);
  const grain = createGrain(width, height, 0.014);
  const random = createRandom(52);
  const bokeh = Array.from({ length: 26 }, () => ({ x: random() * pane.wide, y: lerp(0.42, 0.98, random()) * pane.tall, radius: lerp(7, 20, random()), colour: ['#ffb25e', '#ff7a8a', '#7ad0ff', '#ffe0a0', '#c79bff'][Math.floor(random() * 5)], at: random() }));
  const rain = Array.from({ length: 60 }, () => ({ x: random() * (pane.wide + 60), at: random(), turns: 26 + Math.floor(random() * 16), long: lerp(16, 38, random()), alpha: lerp(0.08, 0.22, random()) }));
  const drops = Array.from({ length: 34 }, () => ({ x: random() * pane.wide, y: random() * pane.tall, at: random(), radius: lerp(1.4, 3.2, random()), runs: random() < 0.4 }));
  const bulbs = Array.from({ length: 15 }, (_, index) => ({ x: 424 + index * 47, y: 47 + 19 * Math.sin(((index % 5) / 4) * Math.PI), colour: ['#ffd27a', '#ff9d8a', '#ffc1dd', '#ffe9a8'][index % 4], at: random() }));

  const drawWindow = (context, phase) => {
    context.save();
    context.translate(pane.x, pane.y);
    context.beginPath();
    context.rect(0, 0, pane.wide, pane.tall);
    context.clip();
    context.drawImage(night, 0, 0);
    for (const spot of bokeh) {
      const alpha = 0.17 + 0.06 * wave(phase, 3, spot.at);
      context.fillStyle = withAlpha(spot.colour, alpha);
      context.beginPath();
      context.arc(spot.x, spot.y, spot.radius, 0, Math.PI * 2);
      context.fill();
    }
    context.lineWidth = 1.3;
    for (const streak of rain) {
      const y = wrap(streak.at + phase * streak.turns, 1) * (pane.tall + 60) - 40;
      context.strokeStyle = withAlpha('#d8e6ff', streak.alpha);
      context.beginPath();
      context.moveTo(streak.x - y * 0.08, y);
      context.lineTo(streak.x - (y + streak.long) * 0.08, y + streak.long);
      context.stroke();
    }
    for (const drop of drops) {
      const time = wrap(phase * 2 + drop.at, 1);
      const y = drop.runs ? drop.y * 0.4 + smoothstep(0.5, 1, time) * pane.tall : drop.y;
      const shown = smoothstep(0, 0.15, time) * (1 - smoothstep(0.93, 1, time));
      context.fillStyle = withAlpha('#dfeaff', 0.34 * shown);
      context.beginPath();
      context.ellipse(drop.x, y, drop.radius, drop.radius * 1.3, 0, 0, Math.PI * 2);
      context.fill();
    }
    context.restore();
    context.fillStyle = '#24162c';
    context.fillRect(pane.x - 14, pane.y - 14, pane.wide + 28, 14);
    context.fillRect(pane.x - 14, pane.y, 14, pane.tall);
    context.fillRect(pane.x + pane.wide, pane.y, 14, pane.tall);
    context.fillRect(pane.x + pane.wide / 2 - 5, pane.y, 10, pane.tall);
    context.fillRect(pane.x, pane.y + 112, pane.wide, 8);
    context.fillStyle = verticalGradient(context, 424, 452, [[0, '#6e4a4c'], [0.2, '#4a2f3c'], [1, '#2a1a2c']]);
    context.fillRect(pane.x - 34, 426, pane.wide + 68, 25);
  };

  const drawBulbs = (context, phase) => {
    context.strokeStyle = '#120c1c';
    context.lineWidth = 2;
    context.beginPath();
    for (const [index, bulb] of bulbs.entries()) {
      if (index === 0) context.moveTo(bulb.x, bulb.y - 5);
      else context.lineTo(bulb.x, bulb.y - 5);
    }
    context.stroke();
    for (const bulb of bulbs) {
      const shine = 0.75 + 0.25 * wave(phase, 4, bulb.at);
      drawGlow(context, bulb.x, bulb.y, 34, bulb.colour, 0.5 * shine);
      context.fillStyle = mixColours(bulb.colour, '#fffbe6', 0.5 * shine);
      context.beginPath();
      context.ellipse(bulb.x, bulb.y, 4, 5.4, 0, 0, Math.PI * 2);
      context.fill();
    }
  };

  const draw = (context, phase) => {
    context.drawImage(back.canvas, 0, 0);
    drawWindow(context, phase);
    drawBulbs(context, phase);
    drawCat(context, phase);
    context.drawImage(front.canvas, 0, 0);
    drawGlow(context, 168, 244, 150, '#ffe0a8', 0.2 + 0.015 * wave(phase, 19));
    drawRecord(context, phase);
    drawArm(context, phase);
    drawMeters(context, phase);
    drawMug(context, phase);
    context.drawImage(grain, 0, 0);
  };

  return { draw };
}
