// A record player by a window on a rainy night. The room stands still; the record, the needles of the amplifier, the rain, the
// steam and a sleeping cat move. Beats are those of the score: 48 in a loop.
import { createGrain, createLayer, createRandom, drawGlow, lerp, mixColours, smoothstep, verticalGradient, wave, withAlpha, wrap } from './drawing.mjs';

const pane = { x: 452, y: 62, wide: 600, tall: 366 };
const table = 540;
const beats = 48;

function roundedRect(context, x, y, wide, tall, radius) {
  context.beginPath();
  context.roundRect(x, y, wide, tall, radius);
  context.fill();
}

/** What is seen through the window, without the rain. */
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
  // Behind wet glass the city is soft.
  const soft = createLayer(pane.wide, pane.tall);
  soft.context.filter = 'blur(2.6px)';
  soft.context.drawImage(canvas, 0, 0);
  return soft.canvas;
}

function drawRoom(context, width) {
  context.fillStyle = verticalGradient(context, 0, table, [[0, '#1c1530'], [0.7, '#33203f'], [1, '#402643']]);
  context.fillRect(0, 0, width, table);
  drawGlow(context, 168, 250, 560, '#ffab5e', 0.5);
  drawGlow(context, 168, 250, 250, '#ffd08c', 0.34);
  // A shelf of records and plants on the right.
  context.fillStyle = '#1c1228';
  context.fillRect(1096, 236, 190, 11);
  context.fillRect(1096, 396, 190, 11);
  const random = createRandom(44);
  const sleeves = ['#c65b5b', '#e0a458', '#5f8f8b', '#7d6aa8', '#d9c7a3', '#3f5f86', '#b5577f', '#8aa05f'];
  for (let x = 1104; x < 1280; x += 0) {
    const wide = lerp(5, 10, random());
    context.fillStyle = mixColours(sleeves[Math.floor(random() * sleeves.length)], '#1c1530', 0.42);
    const tall = lerp(104, 118, random());
    context.fillRect(x, 396 - tall, wide - 1, tall);
    x += wide;
  }
  context.fillStyle = '#6d3f3a';
  roundedRect(context, 1128, 186, 52, 50, [4, 4, 12, 12]);
  for (let leaf = 0; leaf < 11; leaf += 1) {
    const angle = lerp(-1.35, 1.35, leaf / 10);
    context.save();
    context.translate(1154, 188);
    context.rotate(angle);
    context.fillStyle = mixColours('#2f6250', '#4f8a63', random());
    context.beginPath();
    context.ellipse(0, -lerp(38, 66, random()), 8, lerp(34, 52, random()), 0, 0, Math.PI * 2);
    context.fill();
    context.restore();
  }
  context.fillStyle = '#a85a4a';
  roundedRect(context, 1216, 200, 40, 36, [4, 4, 10, 10]);
  context.fillStyle = '#44785a';
  for (const [x, tall] of [[1226, 30], [1236, 46], [1246, 34]]) roundedRect(context, x - 6, 200 - tall, 12, tall + 4, 6);
  // A framed picture on the left wall.
  context.fillStyle = '#14101f';
  context.fillRect(278, 96, 118, 150);
  context.fillStyle = '#e9d8c0';
  context.fillRect(285, 103, 104, 136);
  context.fillStyle = '#d9694f';
  context.beginPath();
  context.arc(337, 158, 30, 0, Math.PI * 2);
  context.fill();
  context.fillStyle = '#2f4a63';
  context.beginPath();
  context.moveTo(285, 239);
  context.lineTo(285, 196);
  context.quadraticCurveTo(312, 168, 339, 196);
  context.quadraticCurveTo(364, 172, 389, 200);
  context.lineTo(389, 239);
  context.fill();
  context.fillStyle = 'rgb(20 14 32 / .25)';
  context.fillRect(278, 96, 118, 150);
}

function drawFurniture(context, width, height) {
  context.fillStyle = verticalGradient(context, table - 26, height, [[0, '#8a5440'], [0.14, '#70412f'], [1, '#2b1622']]);
  context.fillRect(0, table - 26, width, height - table + 26);
  context.fillStyle = 'rgb(255 214 160 / .2)';
  context.fillRect(0, table - 26, width, 2);
  context.fillStyle = 'rgb(20 8 16 / .22)';
  for (const y of [table + 16, table + 62, table + 118]) context.fillRect(0, y, width, 1.5);
  drawGlow(context, 250, table, 420, '#ffb168', 0.26);
  // Lamp.
  context.fillStyle = '#2a1a2c';
  roundedRect(context, 120, table - 20, 96, 12, 6);
  context.fillRect(164, 300, 8, table - 314);
  context.fillStyle = verticalGradient(context, 176, 306, [[0, '#ffe9bd'], [0.5, '#ffc77d'], [1, '#f0954f']]);
  context.beginPath();
  context.moveTo(132, 176);
  context.lineTo(204, 176);
  context.lineTo(250, 306);
  context.lineTo(86, 306);
  context.fill();
  // Amplifier.
  context.fillStyle = 'rgb(12 6 14 / .45)';
  context.beginPath();
  context.ellipse(926, table + 112, 190, 14, 0, 0, Math.PI * 2);
  context.fill();
  context.fillStyle = verticalGradient(context, table - 18, table + 110, [[0, '#6b4636'], [0.1, '#3a2530'], [1, '#20141f']]);
  roundedRect(context, 752, table - 18, 348, 126, 9);
  context.fillStyle = verticalGradient(context, table - 4, table + 96, [[0, '#d8c9b4'], [1, '#9c8778']]);
  roundedRect(context, 764, table - 4, 324, 100, 5);
  for (const [x, radius] of [[1010, 25], [1058, 15]]) {
    context.fillStyle = '#2b2027';
    context.beginPath();
    context.arc(x, table + 46, radius, 0, Math.PI * 2);
    context.fill();
    context.fillStyle = '#5a4a4a';
    context.beginPath();
    context.arc(x, table + 45, radius * 0.72, 0, Math.PI * 2);
    context.fill();
    context.fillStyle = '#f6ead6';
    context.fillRect(x - 1.5, table + 46 - radius * 0.66, 3, radius * 0.36);
  }
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

function drawCat(context, phase) {
  const [x, y] = [900, 430];
  const breath = 1 + 0.022 * wave(phase, 9);
  const [fur, dark] = ['#d98b4e', '#a85f34'];
  context.save();
  context.translate(x, y);
  context.lineCap = 'round';
  const swing = wave(phase, 6) * 0.5 + wave(phase, 11) * 0.2;
  context.strokeStyle = dark;
  context.lineWidth = 15;
  context.beginPath();
  context.moveTo(66, -10);
  context.bezierCurveTo(104, 0, 92 + swing * 8, 34, 88 + swing * 24, 62);
  context.stroke();
  context.save();
  context.scale(1, breath);
  context.fillStyle = fur;
  context.beginPath();
  context.ellipse(8, -34, 82, 38, 0, 0, Math.PI * 2);
  context.fill();
  context.fillRect(-62, -30, 142, 30);
  context.strokeStyle = dark;
  context.lineWidth = 7;
  for (const at of [10, 32, 54]) {
    context.beginPath();
    context.moveTo(at, -70 + Math.abs(at - 20) * 0.22);
    context.quadraticCurveTo(at + 9, -58, at + 5, -44);
    context.stroke();
  }
  context.restore();
  context.translate(0, (breath - 1) * -24);
  context.fillStyle = fur;
  for (const side of [-1, 1]) {
    const twitch = side === 1 ? 4 * smoothstep(0.9, 1, wave(phase, 5, 0.2)) : 0;
    context.beginPath();
    context.moveTo(-62 + side * 34, -38);
    context.lineTo(-62 + side * 30 + twitch, -78);
    context.lineTo(-62 + side * 6, -58);
    context.fill();
    context.fillStyle = '#f0b28a';
    context.beginPath();
    context.moveTo(-62 + side * 29, -48);
    context.lineTo(-62 + side * 27 + twitch, -69);
    context.lineTo(-62 + side * 14, -57);
    context.fill();
    context.fillStyle = fur;
  }
  context.beginPath();
  context.ellipse(-62, -30, 41, 33, 0, 0, Math.PI * 2);
  context.fill();
  context.fillStyle = '#f6dcc0';
  context.beginPath();
  context.ellipse(-62, -17, 19, 14, 0, 0, Math.PI * 2);
  context.fill();
  context.strokeStyle = '#4a2a22';
  context.lineWidth = 2.6;
  for (const side of [-1, 1]) {
    context.beginPath();
    context.arc(-62 + side * 18, -35, 7, 0.25, Math.PI - 0.25);
    context.stroke();
  }
  context.fillStyle = '#8e4a44';
  context.beginPath();
  context.ellipse(-62, -23, 4.4, 3, 0, 0, Math.PI * 2);
  context.fill();
  context.lineWidth = 1.8;
  context.beginPath();
  context.arc(-67, -18, 5, -0.1, Math.PI * 0.7);
  context.stroke();
  context.beginPath();
  context.arc(-57, -18, 5, Math.PI * 0.3, Math.PI + 0.1);
  context.stroke();
  context.fillStyle = '#f6dcc0';
  context.beginPath();
  context.ellipse(-38, -5, 19, 9, 0, 0, Math.PI * 2);
  context.fill();
  context.restore();
}

function drawMug(context, phase) {
  const [x, y] = [1180, table + 34];
  context.fillStyle = 'rgb(12 6 14 / .35)';
  context.beginPath();
  context.ellipse(x + 26, y + 72, 52, 8, 0, 0, Math.PI * 2);
  context.fill();
  context.strokeStyle = '#4d7c82';
  context.lineWidth = 9;
  context.beginPath();
  context.arc(x + 58, y + 34, 18, -1.3, 1.4);
  context.stroke();
  const side = context.createLinearGradient(x - 6, 0, x + 58, 0);
  side.addColorStop(0, '#83b4b0');
  side.addColorStop(1, '#416b74');
  context.fillStyle = side;
  roundedRect(context, x - 6, y, 64, 74, [3, 3, 16, 16]);
  context.fillStyle = '#3a2320';
  context.beginPath();
  context.ellipse(x + 26, y + 1, 32, 6.5, 0, 0, Math.PI * 2);
  context.fill();
  for (let puff = 0; puff < 6; puff += 1) {
    const age = wrap(phase * 8 + puff / 6, 1);
    drawGlow(context, x + 26 + 15 * wave(age, 0.8, puff / 6) * age, y - 8 - age * 110, 12 + age * 24, '#ffe9d2', 0.15 * Math.sin(age * Math.PI));
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
